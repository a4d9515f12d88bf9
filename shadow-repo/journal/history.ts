import { defined } from "../../kit/defined.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId, TreeChange } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { compareMoments } from "./journal-file.ts";
import type { BeginRecord, CheckpointRecord, EndRecord, PinRecord } from "./journal.ts";

/** A checkpoint and its present state: see `historyOf` for how the records of the journal make it. */
export interface StoredCheckpoint extends CheckpointRecord {
  /** Place in the journal: later is newer. */
  readonly order: number;
  /** The operation that took the checkpoint back; absent while it is in effect. */
  readonly undoneBy?: string;
  /**
   * Operations that took the checkpoint back in part, newest last, each with the paths in which it stayed in effect.
   */
  readonly partly?: readonly Partly[];
}

/** The rest of a checkpoint after an operation that took it back in part. */
export interface Partly {
  readonly by: string;
  readonly paths: readonly GitPath[];
  /** The state after the checkpoint without single hunks that were taken back. */
  readonly rest?: ObjectId;
}

/** A change of files that is an undo, a redo or a restore. */
export interface Operation extends BeginRecord {
  readonly order: number;
  /** The end; absent if the process died on the way. */
  readonly end?: EndRecord;
  /** Whether a later operation took this one back. */
  readonly takenBack?: true;
  /** Paths that are still to be taken back, if the operation was taken back in part. */
  readonly remaining?: readonly GitPath[];
}

/** The meaning of a journal. */
export interface History {
  /** The checkpoints in their order, undone ones included. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly operations: readonly Operation[];
  /** Id → the last record about the pin of a checkpoint, even of one that has not ended yet. */
  readonly pins: ReadonlyMap<string, PinRecord>;
}

/**
 * The pin of a checkpoint, which has a note of its own or none; `undefined` if prune may forget it. A snapshot with a
 * note is pinned from the start.
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
 * Paths in which a checkpoint is in effect; `undefined` if it is in all. A path that any operation took back is not
 * among them: a redo of the second in part brings back nothing of the first.
 */
export function remainingOf({ partly }: Pick<StoredCheckpoint, "partly">): readonly GitPath[] | undefined {
  const [first, ...others] = partly ?? [];
  return first?.paths.filter((path) => others.every(({ paths }) => paths.includes(path)));
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

/** Orders checkpoints by the captures of their states before. */
export function byBeginning(one: StoredCheckpoint, other: StoredCheckpoint): number {
  if (one.began && other.began) return compareMoments(one.began, other.began);
  if (one.began || other.began) return one.began ? 1 : -1; // the one without is of an earlier release
  return one.startedAt === other.startedAt ? one.order - other.order : one.startedAt < other.startedAt ? -1 : 1;
}

/** Checkpoints in effect, oldest first; of one session if one is named. */
export function liveCheckpoints(history: History, session?: string): StoredCheckpoint[] {
  return history.checkpoints
    .filter((one) => one.undoneBy === undefined && (session === undefined || one.session === session))
    .toSorted((one, other) => one.order - other.order);
}

/** Checkpoints that are taken back together, oldest first; each group begins with the checkpoint of the whole. */
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
  return [...steps.values()].toSorted((one, other) => one[0]!.order - other[0]!.order);
}

/** The newest operation that never came to its end, if none has taken it back since. */
export function tornOperation(history: History): Operation | undefined {
  return history.operations.findLast(
    (operation) => !operation.end && !operation.takenBack && operation.kind !== "recover",
  );
}

/** Two states with a name: a checkpoint, or an operation that is no checkpoint. */
export type Named = Omit<StoredCheckpoint, "type" | "after" | "order" | "startedAt" | "createdAt"> & {
  /** The state after; absent if an operation never came to its end. */
  readonly after?: ObjectId;
};

/** The state of a folder that was recorded last: what differs from it is an edit that nobody recorded. */
export function lastState({ checkpoints, operations }: History, prefix: GitPath): ObjectId | undefined {
  const states = [...checkpoints, ...operations.map((one) => ({ ...one, after: one.end?.after }))];
  return states
    .filter((one) => one.prefix === prefix && one.after !== undefined)
    .toSorted((one, other) => one.order - other.order)
    .at(-1)?.after;
}

/**
 * The session whose id has this beginning. If nothing was recorded yet, every session is one that made no checkpoint.
 * @throws UserError if there is none or more than one
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

/** The checkpoint or operation whose id has this beginning. @throws UserError if there is none or more than one */
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
  const [found, ...more] = calledSo([...named.keys()], id);
  if (found === undefined || more.length > 0)
    throw new UserError(found === undefined ? "unknownCheckpoint" : "ambiguousCheckpoint", [printable(id)]);
  return named.get(found)!;
}

/**
 * The name that a person wrote, or the names with this beginning: if there are several, the person has to write more.
 */
export function calledSo(names: readonly string[], text: string): readonly string[] {
  if (names.includes(text)) return [text];
  return text === "" ? [] : names.filter((one) => one.startsWith(text));
}

/** The facts of an operation's record about its states, beside their trees. */
export function statesOf(
  coverageBefore: CoverageId | undefined,
  { coverage: coverageAfter, left }: EndRecord,
): Pick<CheckpointRecord, "coverageBefore" | "coverageAfter" | "left"> {
  return defined({ coverageBefore, coverageAfter, left });
}

/** The compared parts of a checkpoint, or of an undo or redo. */
export type TwoTrees = Pick<StoredCheckpoint, "before" | "after" | "prefix" | "left" | "partly">;

/**
 * The changes of a checkpoint within its scope, without files that merely became ignored, and without paths that no
 * tree should name.
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
