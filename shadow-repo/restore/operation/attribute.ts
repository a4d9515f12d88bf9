import type { Skipped, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { byBeginning, changesOf, type History, remainingOf, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { findAuthor, judge, type Finding, type Leaving, type Part } from "./find-author.ts";
import { overlaps } from "./overlaps.ts";
import type { Named } from "./restore-result.ts";
import type { PersonsFiles, Stories, Unended } from "./request.ts";

/** The paths that an undo of some steps leaves as they are, with the reasons, and the paths with a doubtful author. */
export interface Attribution extends Named {
  /** Paths that the undo leaves, since another session changed them, and no undo took that change back. */
  readonly staying: readonly Skipped[];
  /** Paths that the undo leaves because of `onlyAgent`: the step stays in effect in them. */
  readonly waiting: readonly Skipped[];
  /** Id of a checkpoint → the paths of `staying` and `waiting` that it changed. */
  readonly stayingPaths: ReadonlyMap<string, readonly GitPath[]>;
  /** Path → the reason to doubt that the steps changed the path. */
  readonly doubts: ReadonlyMap<GitPath, string>;
  /** Id of a step that never ended → its files that are, or may be, a person's work. */
  readonly unended: Unended;
  /** Paths with changes of which the steps' calls made only a part. The author of the other changes is unknown. */
  readonly inPart: ReadonlySet<GitPath>;
}

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
  { takenWith, stories, ...leaving }: Attributing,
): Promise<Attribution> {
  const staying = new Map<GitPath, string>();
  const waiting = new Map<GitPath, string>();
  const doubts = new Map<GitPath, string>();
  const leave = new Map<string, GitPath[]>();
  const inPart = new Set<GitPath>();
  const unended = new Map<string, PersonsFiles>();
  const known = steps.flatMap((step) => surroundingsOf(step, checkpoints));
  const changes = await changesBy(shadow, [
    ...new Set(known.flatMap(({ step, own, others }) => [step, ...own, ...others])),
  ]);
  for (const { step, own, others } of known) {
    // A change by a step that this undo also takes back is no reason to leave a path.
    const taken = new Set(takenWith(step).map(({ id }) => id));
    const calls = step.scope === "tool" ? [step] : own.toSorted(byBeginning);
    const mine = calls.filter(({ isOpen }) => !isOpen);
    for (const [path, change] of changes.get(step)!) {
      if (!isLeft(step, path)) continue;
      const story = stories.get(path);
      const parts = mine.map((call) => ({ call, change: changes.get(call)!.get(path) }));
      const finding = findAuthor(step, {
        path,
        change,
        touching: parts.filter((part): part is Part => part.change !== undefined && isLeft(part.call, path)),
        touchedBy: others.filter((one) => changes.get(one)!.has(path)),
        taken,
        isOthers: story?.own.length === 0,
        isInPart: story !== undefined && story.byCalls.length > 0 && story.byCalls.length < story.own.length,
      });
      const { stays, waits, doubt, isSilent } = judge(finding, step, leaving);
      note(unended, step.id, finding, path, stays !== undefined);
      if (doubt !== undefined) doubts.set(path, doubt);
      if (finding.by === "calls in part") inPart.add(path);
      if (stays === undefined && waits === undefined) continue;
      if (waits !== undefined) waiting.set(path, waits);
      else if (stays !== undefined && !isSilent) staying.set(path, stays);
      leave.set(step.id, [...(leave.get(step.id) ?? []), path]);
    }
  }
  const listed = (some: ReadonlyMap<GitPath, string>) => [...some].map(([path, why]) => ({ path, why }));
  return { staying: listed(staying), waiting: listed(waiting), stayingPaths: leave, doubts, inPart, unended };
}

/** The input of `attribute` beside the steps. */
export interface Attributing extends Leaving {
  /** The checkpoints that are taken back together with a step, itself included. */
  readonly takenWith: (step: StoredCheckpoint) => readonly StoredCheckpoint[];
  readonly stories: Stories;
}

/** Notes a file of a step that never ended, if it is or may be a person's work. @param isLeft whether it stays */
function note(unended: Map<string, PersonsFiles>, id: string, { by }: Finding, path: GitPath, isLeft: boolean): void {
  const { staying, doubtful } = unended.get(id) ?? { staying: [], doubtful: [] };
  if (by === "person" && isLeft) unended.set(id, { staying: [...staying, path], doubtful });
  if (by === "step or person") unended.set(id, { staying, doubtful: [...doubtful, path] });
}

/** A step, and the other steps that ran at the same time. */
interface Surroundings {
  readonly step: StoredCheckpoint;
  /** Calls of the step's own session. */
  readonly own: readonly StoredCheckpoint[];
  /** Calls of other sessions, and turns of other sessions without announced calls. */
  readonly others: readonly StoredCheckpoint[];
}

/** Whether no undo took back a checkpoint's change of a path alone. */
function isLeft(one: StoredCheckpoint, path: GitPath): boolean {
  return remainingOf(one)?.includes(path) !== false;
}

/**
 * The surroundings of a step as a list of one; empty if the step ended, announced no calls, and no other session worked
 * at the same time, so that the step is the author of all its changes.
 */
function surroundingsOf(step: StoredCheckpoint, checkpoints: readonly StoredCheckpoint[]): Surroundings[] {
  if (step.scope !== "turn" && step.scope !== "tool") return [];
  const near = checkpoints.filter((one) => one.id !== step.id && overlaps(one, step));
  const own = near.filter((one) => one.session === step.session && isCall(one));
  const apart = near.filter(({ session }) => session !== step.session);
  const others = [...apart.filter(isCall), ...apart.filter((one) => isTurnWithoutCalls(one, step))];
  return others.length === 0 && !step.callsSeen && !step.isOpen ? [] : [{ step, own, others }];
}

function isCall({ scope, isOpen, session }: StoredCheckpoint): boolean {
  return scope === "tool" && !isOpen && session !== null;
}

/**
 * Whether a checkpoint is a turn without announced calls, so that its session's changes are known from the turn only.
 * If `step` has announced calls, an open turn is not one of these turns, since its first call may still come. If it has
 * none, an undone turn is not one, either: the undo took back the changes of both.
 */
function isTurnWithoutCalls(one: StoredCheckpoint, step: StoredCheckpoint): boolean {
  const isOpenOrUndone = step.callsSeen ? one.isOpen : one.undoneBy !== undefined;
  return one.scope === "turn" && !one.callsSeen && !isOpenOrUndone;
}

/** The changes of checkpoints by path, with those that an undo took back. */
async function changesBy(
  { engine }: Shadow,
  checkpoints: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<StoredCheckpoint, ReadonlyMap<GitPath, TreeChange>>> {
  if (checkpoints.length === 0) return new Map();
  const all = await engine.diffAll(checkpoints.map(({ before, after }) => [before, after] as const));
  return new Map(
    checkpoints.map((one, at) => {
      const { partly: _, ...whole } = one;
      return [one, new Map(changesOf(whole, all[at]!).map((each) => [each.path, each]))];
    }),
  );
}
