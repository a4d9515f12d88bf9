import { printable } from "../../../kit/text.ts";
import type { Skipped, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { byBeginning, changesOf, type History, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { same } from "../plan/plan-restore.ts";
import type { Named } from "./restore-result.ts";
import type { Stories } from "./request.ts";

/** The paths that an undo of some steps leaves as they are, with the reasons, and the paths with a doubtful author. */
export interface Attribution extends Named {
  /** Paths that the undo leaves, since another session changed them. */
  readonly staying: readonly Skipped[];
  /** Paths that the undo leaves because of `onlyAgent`: the step stays in effect in them. */
  readonly waiting: readonly Skipped[];
  /** Id of a checkpoint → the paths of `staying` and `waiting` that it changed. */
  readonly stayingPaths: ReadonlyMap<string, readonly GitPath[]>;
  /** Path → the reason to doubt that the steps changed the path. */
  readonly doubts: ReadonlyMap<GitPath, string>;
  /** Paths with changes of which the steps' calls made only a part. The author of the other changes is unknown. */
  readonly inPart: ReadonlySet<GitPath>;
}

const NOBODYS = "no call of the session changed it: perhaps you did, or a program that watches";
const BETWEEN = "no call of the session made all of its changes: perhaps you edited it, too, or a program that watches";

/**
 * Finds the author of each path that some steps changed, from the tool calls that are checkpoints of their own. A path
 * is not the step's if a call of another session changed it during the step and no call of the step's session did. If
 * calls of both sessions ran at the same time, `stories` decide whether the step changed the file. If calls of both
 * changed it, the path stays with the step, and `spareOthers` separates the edits. A path that no call changed is in
 * doubt, and so is a path that another session's turn changed if neither session announces its calls.
 */
export async function attribute(
  shadow: Shadow,
  { checkpoints }: History,
  steps: readonly StoredCheckpoint[],
  { takenWith, stories, onlyAgent }: Attributing,
): Promise<Attribution> {
  const staying = new Map<GitPath, string>();
  const waiting = new Map<GitPath, string>();
  const doubts = new Map<GitPath, string>();
  const leave = new Map<string, GitPath[]>();
  const inPart = new Set<GitPath>();
  const known = steps.flatMap((step) => surroundingsOf(step, checkpoints));
  const changes = await changesBy(shadow, [
    ...new Set(known.flatMap(({ step, own, others }) => [step, ...own, ...others])),
  ]);
  for (const { step, own, others } of known) {
    // A change by a step that this undo also takes back is no reason to leave a path.
    const taken = new Set(takenWith(step).map(({ id }) => id));
    const mine = step.scope === "tool" ? [step] : own.toSorted(byBeginning);
    for (const [path, change] of changes.get(step)!) {
      const parts = mine.map((call) => ({ call, change: changes.get(call)!.get(path) }));
      const finding = findAuthor(step, {
        path,
        change,
        touching: parts.filter((part): part is Part => part.change !== undefined),
        touchedBy: others.filter((one) => changes.get(one)!.has(path)),
        taken,
        isOthers: stories.get(path)?.own.length === 0,
      });
      const { stays, waits, doubt } = judge(finding, step, onlyAgent);
      if (doubt !== undefined) doubts.set(path, doubt);
      if (finding.by === "calls in part") inPart.add(path);
      if (stays !== undefined) staying.set(path, stays);
      else if (waits !== undefined) waiting.set(path, waits);
      else continue;
      leave.set(step.id, [...(leave.get(step.id) ?? []), path]);
    }
  }
  const listed = (some: ReadonlyMap<GitPath, string>) => [...some].map(([path, why]) => ({ path, why }));
  return { staying: listed(staying), waiting: listed(waiting), stayingPaths: leave, doubts, inPart };
}

/** The input of `attribute` beside the steps. */
export interface Attributing {
  /** The checkpoints that are taken back together with a step, itself included. */
  readonly takenWith: (step: StoredCheckpoint) => readonly StoredCheckpoint[];
  readonly stories: Stories;
  /** Whether paths without a known author are left as they are. */
  readonly onlyAgent: boolean;
}

/** A step, and the other steps that ran at the same time. */
interface Surroundings {
  readonly step: StoredCheckpoint;
  /** Calls of the step's own session. */
  readonly own: readonly StoredCheckpoint[];
  /** Calls of other sessions, and turns of other sessions without announced calls. */
  readonly others: readonly StoredCheckpoint[];
}

/**
 * The surroundings of a step as a list of one; empty if the step announced no calls and no other session worked at the
 * same time, so that the step is the author of all its changes.
 */
function surroundingsOf(step: StoredCheckpoint, checkpoints: readonly StoredCheckpoint[]): Surroundings[] {
  if (step.scope !== "turn" && step.scope !== "tool") return [];
  const near = checkpoints.filter((one) => one.id !== step.id && overlaps(one, step));
  const own = near.filter((one) => one.session === step.session && isCall(one));
  const live = near.filter(({ session, undoneBy }) => session !== step.session && undoneBy === undefined);
  const others = [...live.filter(isCall), ...live.filter((one) => isTurnWithoutCalls(one, step))];
  return others.length === 0 && !step.callsSeen ? [] : [{ step, own, others }];
}

/** A path that a step changed, and the facts from which its author is found. */
interface TouchedPath {
  readonly path: GitPath;
  readonly change: TreeChange;
  /** The calls of the step's session that changed the path. */
  readonly touching: readonly Part[];
  /** Steps of other sessions that changed the path while the step went on. */
  readonly touchedBy: readonly StoredCheckpoint[];
  /** The ids of all steps that are taken back together. */
  readonly taken: ReadonlySet<string>;
  /** Whether the file's story holds no change by the steps. */
  readonly isOthers: boolean;
}

/**
 * The author of a path's change during a step: the step (alone or with others), another session without the step,
 * nobody who is known, or the step's calls for only a part of the change.
 */
type Finding =
  | { readonly by: "step" | "nobody" | "calls in part" }
  | { readonly by: "another session"; readonly other: StoredCheckpoint };

function findAuthor(
  step: StoredCheckpoint,
  { path, change, touching, touchedBy, taken, isOthers }: TouchedPath,
): Finding {
  const isUnended = step.unended?.includes(path) === true;
  const isOwn = touching.length > 0 && !isOthers;
  const other = touchedBy.find(({ id }) => !taken.has(id));
  if (other) return isOwn || (isUnended && !isOthers) ? { by: "step" } : { by: "another session", other };
  const isExplained = touchedBy.length > 0 || (step.isOpen && isUnended) || isWhole(change, touching);
  if (!step.callsSeen || isExplained) return { by: "step" };
  return { by: isOwn ? "calls in part" : "nobody" };
}

/**
 * The reason to leave a path for good or for now, or a doubt about its author; empty if the path is simply taken back.
 */
interface Verdict {
  readonly stays?: string;
  /** The reason to leave the path for now: the step stays in effect in it, so that a later undo takes it back. */
  readonly waits?: string;
  readonly doubt?: string;
}

function judge(finding: Finding, step: StoredCheckpoint, onlyAgent: boolean): Verdict {
  if (finding.by === "step") return {};
  if (finding.by === "another session") return judgeOther(finding.other, step);
  if (finding.by === "nobody") return onlyAgent ? { waits: NOBODYS } : { doubt: NOBODYS };
  return onlyAgent
    ? { waits: `${BETWEEN}; undo --step takes back its calls one by one` }
    : { doubt: `${BETWEEN}; redo brings it back` };
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

function isCall({ scope, isOpen, session }: StoredCheckpoint): boolean {
  return scope === "tool" && !isOpen && session !== null;
}

/**
 * Whether a checkpoint is a turn without announced calls, so that its session's changes are known from the turn only.
 * If `step` has announced calls, an open turn is not one of these turns, since its first call may still come.
 */
function isTurnWithoutCalls(one: StoredCheckpoint, step: StoredCheckpoint): boolean {
  return one.scope === "turn" && !one.callsSeen && !(one.isOpen && step.callsSeen);
}

/** Whether two steps ran at the same time; `false` if a record of an earlier release lacks the moments. */
export function overlaps(one: StoredCheckpoint, other: StoredCheckpoint): boolean {
  if (!one.began || !other.began || one.endedAt === undefined || other.endedAt === undefined) return false;
  return one.began[0] <= other.endedAt && other.began[0] <= one.endedAt;
}

/** A call, and its change of a path. */
interface Part {
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

async function changesBy(
  { engine }: Shadow,
  checkpoints: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<StoredCheckpoint, ReadonlyMap<GitPath, TreeChange>>> {
  if (checkpoints.length === 0) return new Map();
  const all = await engine.diffAll(checkpoints.map(({ before, after }) => [before, after] as const));
  return new Map(
    checkpoints.map((one, at) => [one, new Map(changesOf(one, all[at]!).map((each) => [each.path, each]))]),
  );
}

/** The name of a step's session in a sentence: the agent, if it is known, and the first 8 characters of the id. */
export function sessionOf({ session, agent }: StoredCheckpoint): string {
  const name = printable((session ?? "").slice(0, 8));
  return agent === undefined ? name : `${printable(agent)} ${name}`;
}
