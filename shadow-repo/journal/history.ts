import { defined } from "../../kit/defined.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId, TreeChange } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { compareMoments } from "./journal-file.ts";
import {
  readJournal,
  type BeginRecord,
  type CheckpointRecord,
  type EndRecord,
  type JournalRecord,
  type PinRecord,
} from "./journal.ts";

/** A checkpoint and its present state. */
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
interface Partly {
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

/** The history of a shadow repository, from its journal; empty if there is none. */
export function readHistory(shadow: string): History {
  return historyOf(readJournal(shadow).records);
}

/** Replays the journal's records in order. */
export function historyOf(records: readonly JournalRecord[]): History {
  const checkpoints = new Map<string, StoredCheckpoint>();
  const operations = new Map<string, Operation>();
  const pins = new Map<string, PinRecord>();
  const calls = new Map<string, StoredCheckpoint>(); // those without an id, by their content
  for (const [order, record] of records.entries()) {
    if (record.type === "checkpoint") keep({ ...record, order });
    else if (record.type === "begin") operations.set(record.id, { ...record, order });
    else if (record.type === "end") finish(record, order);
    else if (record.type === "pin") pins.set(record.checkpoint, record);
    else forget(record.ids);
  }
  return { checkpoints: inPlace([...checkpoints.values()]), operations: [...operations.values()], pins };

  function keep(checkpoint: StoredCheckpoint): void {
    if (checkpoint.call !== undefined) {
      const key = [checkpoint.session, checkpoint.call, checkpoint.before, checkpoint.after].join("\0");
      const first = calls.get(key);
      if (first && isTwin(first, checkpoint)) return;
      calls.set(key, checkpoint);
    }
    checkpoints.set(checkpoint.id, checkpoint);
  }

  function forget(ids: readonly string[]): void {
    for (const id of ids) {
      checkpoints.delete(id);
      operations.delete(id);
    }
  }

  function finish(end: EndRecord, order: number): void {
    const operation = operations.get(end.id);
    if (!operation) return;
    if (end.isVoid) {
      operations.delete(end.id);
      return;
    }
    operations.set(end.id, { ...operation, end });
    const others = operation.kind === "undo" ? Object.keys(end.remaining ?? {}) : [];
    for (const id of new Set([...(operation.checkpoints ?? []), ...others])) {
      const checkpoint = checkpoints.get(id);
      const paths = end.remaining?.[id] ?? [];
      if (checkpoint && paths.length > 0) {
        const rest = end.rest?.[id];
        const partly = [...(checkpoint.partly ?? []), { by: operation.id, paths, ...(rest !== undefined && { rest }) }];
        checkpoints.set(id, { ...checkpoint, partly });
      } else if (checkpoint) checkpoints.set(id, { ...checkpoint, undoneBy: operation.id });
    }
    if (operation.operation !== undefined) takeBack(operation.operation, operation, end);
    if (operation.isCheckpoint) checkpoints.set(operation.id, { ...checkpointOf(operation, end), order });
  }

  function takeBack(id: string, by: Operation, { remaining = {}, rest: rests = {} }: EndRecord): void {
    const operation = operations.get(id);
    const rest = remaining[id];
    if (operation) operations.set(id, { ...operation, ...(rest ? { remaining: rest } : { takenBack: true }) });
    if (by.isCheckpoint) return; // undone checkpoints stay undone: the new checkpoint stands for them
    for (const checkpoint of checkpoints.values()) {
      const { undoneBy, partly = [], ...live } = checkpoint;
      if (undoneBy !== id && !partly.some((one) => one.by === id)) continue;
      const others = partly.filter((one) => one.by !== id);
      const paths = remaining[checkpoint.id];
      if (rest && !paths?.length) continue;
      const left = rests[checkpoint.id];
      const now = rest && paths ? [...others, { by: id, paths, ...(left !== undefined && { rest: left }) }] : others;
      checkpoints.set(checkpoint.id, {
        ...live,
        ...(undoneBy !== undefined && undoneBy !== id && { undoneBy }),
        ...(now.length > 0 && { partly: now }),
      });
    }
  }
}

/**
 * Checkpoints in their places. A step that never ended comes before every step that began after the state that stands
 * for its end, whenever it was written down.
 */
function inPlace(checkpoints: StoredCheckpoint[]): StoredCheckpoint[] {
  const ended = checkpoints.flatMap(({ id, endsAt }) => (endsAt ? [{ id, endsAt }] : []));
  if (ended.length === 0) return checkpoints;
  const orders = new Map(checkpoints.map(({ id, order }) => [id, order]));
  const little = 1 / (checkpoints.length + 1);
  // The last one first: every later checkpoint has its place then.
  for (const { id, endsAt } of ended.toSorted((one, other) => compareMoments(other.endsAt, one.endsAt)))
    for (const { id: other, began } of checkpoints)
      if (other !== id && began && compareMoments(began, endsAt) >= 0)
        orders.set(id, Math.min(orders.get(id)!, orders.get(other)! - little));
  return checkpoints
    .map((one) => (orders.get(one.id) === one.order ? one : { ...one, order: orders.get(one.id)! }))
    .toSorted((one, other) => one.order - other.order);
}

/** The history with further checkpoints, as if they were written down now. */
export function withFurther({ checkpoints, operations, pins }: History, records: readonly CheckpointRecord[]): History {
  const last = Math.max(-1, ...[...checkpoints, ...operations].map(({ order }) => order));
  const further = records.map((record, at) => ({ ...record, order: last + 1 + at }));
  return { operations, pins, checkpoints: inPlace([...checkpoints, ...further]) };
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

/**
 * Whether one call with one result was recorded twice, because the agent starts the hook twice. The first had not ended
 * when the second began: the same change done once more begins later, and counts.
 */
function isTwin(first: CheckpointRecord, second: CheckpointRecord): boolean {
  return (
    first.id !== second.id &&
    first.endedAt !== undefined &&
    second.began !== undefined &&
    second.began[0] <= first.endedAt
  );
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
  for (const { id: own, session, prefix, before, coverage, end } of history.operations) {
    const states = end
      ? { after: end.after, ...statesOf(coverage, end) }
      : coverage === undefined
        ? {}
        : { coverageBefore: coverage };
    named.set(own, { id: own, session, scope: "restore", prefix, before, ...states });
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
function statesOf(
  coverageBefore: CoverageId | undefined,
  { coverage: coverageAfter, left }: EndRecord,
): Pick<CheckpointRecord, "coverageBefore" | "coverageAfter" | "left"> {
  return defined({ coverageBefore, coverageAfter, left });
}

function checkpointOf(operation: Operation, end: EndRecord): CheckpointRecord {
  const { id, session, prefix, before, began, coverage } = operation;
  return {
    type: "checkpoint",
    id,
    session,
    scope: "restore",
    prefix,
    before,
    after: end.after,
    ...statesOf(coverage, end),
    startedAt: operation.at,
    ...(began && { began }),
    createdAt: end.at,
  };
}

/** The compared parts of a checkpoint, or of an undo or redo. */
export type TwoTrees = Pick<StoredCheckpoint, "before" | "after" | "prefix" | "left" | "partly">;

/**
 * The changes of a checkpoint within its scope, without files that merely became ignored, and without paths that no
 * tree should name.
 */
export function changesOf(
  { prefix, left, partly }: Pick<TwoTrees, "prefix" | "left" | "partly">,
  changes: readonly TreeChange[],
): TreeChange[] {
  const untouched = new Set(left);
  const remaining = remainingOf({ ...(partly && { partly }) });
  const only = remaining && new Set(remaining);
  return changes.filter(
    ({ path, fault }) =>
      path.startsWith(prefix) && !untouched.has(path) && only?.has(path) !== false && fault === undefined,
  );
}
