import { defined } from "../../kit/defined.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId, TreeChange } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { compareMoments } from "./journal-file.ts";
import type { BeginRecord, CheckpointRecord, EndRecord, PinRecord } from "./records.ts";

/** A checkpoint, and whether it is in effect. `historyOf` makes it from the records of the journal. */
export interface StoredCheckpoint extends CheckpointRecord {
  /** The position in the history; a newer checkpoint has a greater one. */
  readonly order: number;
  /** The operation that took the checkpoint back; absent while it is in effect. */
  readonly undoneBy?: string;
  /**
   * Operations that took the checkpoint back in part, newest last, each with the paths in which the checkpoint stayed
   * in effect.
   */
  readonly partly?: readonly Partly[];
}

/** The rest of a checkpoint after an operation that took it back in part. */
export interface Partly {
  /** The id of the operation. */
  readonly by: string;
  /** The paths in which the checkpoint stayed in effect. */
  readonly paths: readonly GitPath[];
  /** The state after the checkpoint without the hunks that the operation took back; absent if it took back no hunk. */
  readonly rest?: ObjectId;
}

/** An undo, redo, restore or recovery, from its two records in the journal. */
export interface Operation extends BeginRecord {
  readonly order: number;
  /** The second record; absent if the process died before the operation ended. */
  readonly end?: EndRecord;
  /** Whether a later operation took this one back. */
  readonly takenBack?: true;
  /** The paths in which the operation is still in effect, if a later one took it back in part. */
  readonly remaining?: readonly GitPath[];
}

/** The checkpoints, operations and pins that result from the records of a journal. */
export interface History {
  /** The checkpoints in their order, undone ones included. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly operations: readonly Operation[];
  /** Id → the last record about the pin of a checkpoint, even of one that has not ended yet. */
  readonly pins: ReadonlyMap<string, PinRecord>;
}

/**
 * The pin of a checkpoint; `undefined` if prune may forget the checkpoint. A snapshot with a note is pinned from the
 * start, and that pin has no note of its own.
 */
export function pinOf(
  { pins }: Pick<History, "pins">,
  { id, scope, note }: Pick<CheckpointRecord, "id" | "scope" | "note">,
): Pick<PinRecord, "note"> | undefined {
  const last = pins.get(id);
  if (last) return last.isOff ? undefined : last;
  return scope === "manual" && note !== undefined ? {} : undefined;
}

/**
 * The paths in which a checkpoint is in effect; `undefined` if it is in effect in all its paths. A path that one of
 * several operations took back is not in effect.
 */
export function remainingOf({ partly }: Pick<StoredCheckpoint, "partly">): readonly GitPath[] | undefined {
  const [first, ...others] = partly ?? [];
  return first?.paths.filter((path) => others.every(({ paths }) => paths.includes(path)));
}

/** Whether a checkpoint's change of a path is in effect: no operation took it back. */
export function isInEffect(one: Pick<StoredCheckpoint, "undoneBy" | "partly">, path: GitPath): boolean {
  return one.undoneBy === undefined && remainingOf(one)?.includes(path) !== false;
}

/**
 * The two trees whose difference, in the paths of `remainingOf`, is the part of a checkpoint that is still in effect.
 */
export function effectOf({
  before,
  after,
  partly,
}: Pick<StoredCheckpoint, "before" | "after" | "partly">): readonly [before: ObjectId, after: ObjectId] {
  return [before, partly?.findLast(({ rest }) => rest !== undefined)?.rest ?? after];
}

/** Orders checkpoints by the moments at which their states before were captured. */
export function byBeginning(one: StoredCheckpoint, other: StoredCheckpoint): number {
  if (one.began && other.began) return compareMoments(one.began, other.began);
  if (one.began || other.began) return one.began ? 1 : -1; // an earlier release wrote the record without a moment
  return one.startedAt === other.startedAt ? one.order - other.order : one.startedAt < other.startedAt ? -1 : 1;
}

/** Checkpoints in effect, oldest first; only those of `session` if it is given. */
export function liveCheckpoints(history: History, session?: string): StoredCheckpoint[] {
  return history.checkpoints
    .filter((one) => one.undoneBy === undefined && (session === undefined || one.session === session))
    .toSorted((one, other) => one.order - other.order);
}

/**
 * Whether an undo of a checkpoint has nothing to put back: a turn whose calls changed files and changed these back, or
 * a restore or redo that changed no file.
 */
function isEmptyStep({
  scope,
  before,
  after,
  keepChanges,
}: Pick<StoredCheckpoint, "scope" | "before" | "after" | "keepChanges">): boolean {
  return scope !== "tool" && before === after && keepChanges === undefined;
}

/**
 * Groups checkpoints into steps that are taken back together, the oldest step first. A group begins with the checkpoint
 * of the whole step: a turn comes before its calls. An empty turn is no step, and neither are its calls; nor is an
 * operation that changed no file.
 */
export function stepsOf(live: readonly StoredCheckpoint[]): StoredCheckpoint[][] {
  const steps = new Map<string, StoredCheckpoint[]>();
  const turns = new Map(live.filter(({ scope }) => scope === "turn").map((turn) => [turn.id, turn]));
  for (const one of live) {
    if (one.scope === "manual") continue;
    const turn = one.turn === undefined ? undefined : turns.get(one.turn);
    const whole = turn && turn.order > one.order ? turn : one; // a call that ended after its turn is a step of its own
    const step = steps.get(whole.id);
    if (step) step.push(...(step.includes(one) ? [] : [one]));
    else steps.set(whole.id, whole === one ? [one] : [whole, one]);
  }
  return [...steps.values()]
    .filter(([whole]) => !isEmptyStep(whole!))
    .toSorted((one, other) => one[0]!.order - other[0]!.order);
}

/** The newest operation whose process died, if no later operation has taken it back; a recovery does not count. */
export function tornOperation(history: History): Operation | undefined {
  return history.operations.findLast(
    (operation) => !operation.end && !operation.takenBack && operation.kind !== "recover",
  );
}

/** The beginning of a sentence about an operation whose process died: `Undo 1a2b3c4d died on the way`. */
export function diedInWords({ kind, id }: Pick<Operation, "kind" | "id">): string {
  return `${kind[0]!.toUpperCase()}${kind.slice(1)} ${id} died on the way`;
}

/** The states before and after a checkpoint or an operation, with its id. */
export type Named = Omit<StoredCheckpoint, "type" | "after" | "order" | "startedAt" | "createdAt"> & {
  /** The state after; absent if an operation never came to its end. */
  readonly after?: ObjectId;
};

/** The last recorded state of a folder. A file that differs from it was edited since, and the edit is not recorded. */
export function lastState({ checkpoints, operations }: History, prefix: GitPath): ObjectId | undefined {
  const states = [...checkpoints, ...operations.map((one) => ({ ...one, after: one.end?.after }))];
  return states
    .filter((one) => one.prefix === prefix && one.after !== undefined)
    .toSorted((one, other) => one.order - other.order)
    .at(-1)?.after;
}

/**
 * The session whose id begins with `id`. If nothing was recorded yet, the result is `id` itself.
 * @throws UserError if no session or more than one matches
 */
export function findSession(
  { checkpoints, operations }: Pick<History, "checkpoints" | "operations">,
  id: string,
): string {
  const sessions = new Set([...checkpoints, ...operations].flatMap(({ session }) => session ?? []));
  if (checkpoints.length + operations.length === 0) return id;
  const [found, ...more] = calledSo([...sessions], id);
  if (found === undefined || more.length > 0)
    throw new UserError(found === undefined ? "unknownSession" : "ambiguousSession", [printable(id)]);
  return found;
}

/**
 * The checkpoint or operation whose id begins with `id`. Less than `SHORTEST_ID` characters name only a checkpoint.
 * @throws UserError if none or more than one matches
 */
export function findCheckpoint(history: History, id: string): Named {
  const named = new Map<string, Named>();
  for (const { id: own, session, prefix, before, coverage, end, keep } of history.operations) {
    const states = end
      ? { after: end.after, ...statesOf(coverage, end) }
      : coverage === undefined
        ? {}
        : { coverageBefore: coverage };
    named.set(own, { id: own, session, scope: "restore", prefix, before, ...states, ...defined({ keep }) });
  }
  for (const one of history.checkpoints) named.set(one.id, one);
  // A number such as a count of turns may begin the id of an operation, which no list shows.
  const isShort = id.length < SHORTEST_ID && !named.has(id);
  const ids = isShort ? history.checkpoints.map((one) => one.id) : [...named.keys()];
  const [found, ...more] = calledSo([...new Set(ids)], id);
  if (found === undefined || more.length > 0)
    throw new UserError(found === undefined ? "unknownCheckpoint" : "ambiguousCheckpoint", [printable(id)]);
  return named.get(found)!;
}

/** The fewest characters of a word that is taken for the beginning of an id where a count or a path may be meant. */
export const SHORTEST_ID = 4;

/**
 * The name that equals a text, alone; else the names that begin with the text. Several names mean that the text is
 * ambiguous.
 */
export function calledSo(names: readonly string[], text: string): readonly string[] {
  if (names.includes(text)) return [text];
  return text === "" ? [] : names.filter((one) => one.startsWith(text));
}

/** The coverages of an operation's states before and after, and the paths that the operation did not touch. */
export function statesOf(
  coverageBefore: CoverageId | undefined,
  { coverage: coverageAfter, left }: EndRecord,
): Pick<CheckpointRecord, "coverageBefore" | "coverageAfter" | "left"> {
  return defined({ coverageBefore, coverageAfter, left });
}

/** The fields of a checkpoint that its changes are computed from. */
export type TwoTrees = Pick<StoredCheckpoint, "before" | "after" | "prefix" | "left" | "partly">;

/**
 * The changes of a checkpoint below its prefix and in the paths in which it is in effect, without files that merely
 * became ignored or tracked, and without invalid paths (`fault`).
 */
export function changesOf(
  { prefix, left: skippedPaths, partly }: Pick<TwoTrees, "prefix" | "left" | "partly">,
  changes: readonly TreeChange[],
): TreeChange[] {
  const untouched = new Set(skippedPaths);
  const remaining = remainingOf({ ...(partly && { partly }) });
  const only = remaining && new Set(remaining);
  return changes.filter(
    ({ path, fault }) =>
      path.startsWith(prefix) && !untouched.has(path) && only?.has(path) !== false && fault === undefined,
  );
}
