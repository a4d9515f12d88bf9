import { printable } from "../../../kit/text.ts";
import type { TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { isInEffect, type StoredCheckpoint } from "../../journal/history.ts";
import { same } from "../plan/plan-item.ts";
import { overlaps } from "./overlaps.ts";

const NOBODYS = "no call of the session changed it: perhaps you did, or a program that watches";
const YOURS = "it changed after the last call, so it is taken as yours";
const CALLS_OR_YOURS = "a call that never ended changed it, or you did";
const BETWEEN = "no call of the session made all of its changes: perhaps you edited it, too, or a program that watches";

/** A path that a step changed, and the facts from which its author is found. */
export interface TouchedPath {
  readonly path: GitPath;
  readonly change: TreeChange;
  /** The calls of the step's session that changed the path. */
  readonly touching: readonly Part[];
  /** Steps of other sessions that changed the path while the step went on, undone ones included. */
  readonly touchedBy: readonly StoredCheckpoint[];
  /** The ids of all steps that are taken back together. */
  readonly taken: ReadonlySet<string>;
  /** Whether the file's story holds no change by the steps. */
  readonly isOthers: boolean;
  /** Whether the file's story holds changes by the steps' calls, and changes that no call is known to have made. */
  readonly isInPart: boolean;
}

/**
 * The author of a path's change during a step: the step (alone or with others), another session without the step,
 * nobody who is known, the step's calls for only a part of the change, a person after the last call of a step that
 * never ended, or either the step or a person, since the step, or one of its calls, never ended and no event tells the
 * two apart.
 */
export type Finding =
  | { readonly by: "step" | "nobody" | "calls in part" | "person" | "step or person" }
  | { readonly by: "another session"; readonly other: StoredCheckpoint; readonly isUndone?: true };

export function findAuthor(step: StoredCheckpoint, touched: TouchedPath): Finding {
  const { path, touching, touchedBy, taken, isOthers, isInPart } = touched;
  const isUnended = step.unended?.includes(path) === true || (step.scope === "tool" && step.isOpen === true);
  const isOwn = touching.length > 0 && !isOthers;
  const inEffect = touchedBy.filter((one) => isInEffect(one, path));
  const other = inEffect.find(({ id }) => !taken.has(id));
  if (!isOwn && (isOthers || !isUnended)) {
    if (other) return { by: "another session", other };
    // A change stays another session's after an undo took it back: what is at the path now, a person made since.
    const undone = inEffect.length === 0 ? touchedBy[0] : undefined;
    if (undone) return { by: "another session", other: undone, isUndone: true };
  }
  if (other) return { by: isOwn && isInPart && !isUnended ? "calls in part" : "step" };
  if (inEffect.length > 0) return { by: "step" };
  return findAlone(step, touched, { isUnended, isOwn });
}

/** The author of a path's change that no other session made. */
function findAlone(
  step: StoredCheckpoint,
  { path, change, touching }: TouchedPath,
  { isUnended, isOwn }: { readonly isUnended: boolean; readonly isOwn: boolean },
): Finding {
  if (isWhole(change, touching)) return { by: "step" };
  if (isUnended || (step.isOpen && !step.callsSeen)) return { by: "step or person" };
  if (!step.callsSeen) return { by: "step" };
  if (isOwn) return { by: "calls in part" };
  // A command in the background may have changed the file when the calls were over.
  const isLate = step.isOpen && !step.background && step.afterCalls?.includes(path);
  return { by: isLate ? "person" : "nobody" };
}

/**
 * The reason to leave a path for good or for now, or a doubt about its author; empty if the path is simply taken back.
 */
export interface Verdict {
  readonly stays?: string;
  /** Whether nobody is told that the path stays: the change is gone already. */
  readonly isSilent?: true;
  /** The reason to leave the path for now: the step stays in effect in it, so that a later undo takes it back. */
  readonly waits?: string;
  readonly doubt?: string;
}

/** The reason of `onlyAgent` to leave a file of which the steps' calls made only a part of the changes. */
export const WAITS_IN_PART = `${BETWEEN}; undo --step takes back its calls one by one`;

/** How an undo treats files that the calls of its steps did not change. */
export interface Leaving {
  /** Whether files without a known author are left for now. */
  readonly onlyAgent: boolean;
  /** Whether files that a person changed after the last call of a step that never ended are put back, too. */
  readonly whole: boolean;
  /** Whether the calls' changes of a file are removed without its other changes, where lines separate these. */
  readonly separates: boolean;
}

export function judge(finding: Finding, step: StoredCheckpoint, { onlyAgent, whole, separates }: Leaving): Verdict {
  if (finding.by === "step") return {};
  if (finding.by === "step or person") return onlyAgent && !step.isOpen ? { waits: CALLS_OR_YOURS } : {};
  if (finding.by === "person") return whole ? { doubt: NOBODYS } : { stays: YOURS };
  if (finding.by === "another session")
    return { ...judgeOther(finding.other, step), ...(finding.isUndone && { isSilent: true }) };
  if (finding.by === "nobody") return onlyAgent ? { waits: NOBODYS } : { doubt: `${NOBODYS}; --only-agent leaves it` };
  if (onlyAgent) return separates ? {} : { waits: WAITS_IN_PART };
  return { doubt: `${BETWEEN}; redo brings it back` };
}

/**
 * A call of another session surely changed the path. A turn of another session did, too, if the step's session
 * announces its calls, since none of these changed the path. If neither session announces its calls, the author is in
 * doubt.
 */
function judgeOther(other: StoredCheckpoint, step: StoredCheckpoint): Verdict {
  const who = other.scope === "tool" ? "a call of another session" : "another session";
  return other.scope === "tool" || step.callsSeen
    ? { stays: `${who} changed it (${sessionOf(other)})` }
    : { doubt: `${who} changed it, too (${sessionOf(other)}); redo brings it back` };
}

/** A call, and its change of a path. */
export interface Part {
  readonly call: StoredCheckpoint;
  readonly change: TreeChange;
}

/**
 * Whether the changes of the calls, one after the other, lead from the state before a step's change to the state after
 * it; also `true` if calls overlap, `false` without calls.
 */
function isWhole({ before, after }: TreeChange, parts: readonly Part[]): boolean {
  const next = [...parts.map(({ change }) => change.before), after];
  const reached = [before, ...parts.map(({ change }) => change.after)];
  // The states of overlapping calls hold each other's changes, so whether another change lies between two of these
  // calls cannot be seen.
  const areApart = parts.every(({ call }, at) => at === 0 || !overlaps(parts[at - 1]!.call, call));
  return parts.length > 0 && (!areApart || reached.every((state, at) => same(state, next[at])));
}

/** The name of a step's session in a sentence: the agent, if it is known, and the first 8 characters of the id. */
export function sessionOf({ session, agent }: StoredCheckpoint): string {
  const name = printable((session ?? "").slice(0, 8));
  return agent === undefined ? name : `${printable(agent)} ${name}`;
}
