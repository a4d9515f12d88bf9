import { statesOf, type History, type Operation, type Partly, type StoredCheckpoint } from "./history.ts";
import { compareMoments, type Moment } from "./journal-file.ts";
import { readJournal, type JournalContents } from "./journal.ts";
import type { CheckpointRecord, EndRecord, JournalRecord, PinRecord } from "./records.ts";

/** The histories of journals that are in memory. */
const replayed = new WeakMap<JournalContents, History>();

/** The history of a shadow repository, from its journal; empty if there is none. */
export function readHistory(shadow: string): History {
  const contents = readJournal(shadow);
  const known = replayed.get(contents);
  if (known) return known;
  const history = historyOf(contents.records);
  replayed.set(contents, history);
  return history;
}

/** Replays the journal's records in order. */
export function historyOf(records: readonly JournalRecord[]): History {
  const replay = new Replay();
  for (const [order, record] of records.entries()) replay.take(record, order);
  return replay.history();
}

/** The history with further checkpoints, as if their records stood at the end of the journal. */
export function withFurther({ checkpoints, operations, pins }: History, records: readonly CheckpointRecord[]): History {
  const last = Math.max(-1, ...[...checkpoints, ...operations].map(({ order }) => order));
  const further = records.map((record, at) => ({ ...record, order: last + 1 + at }));
  return inPlace({ operations, pins, checkpoints: [...checkpoints, ...further] });
}

/** Builds a history record by record. A record that changes a checkpoint or operation replaces the object. */
class Replay {
  readonly #checkpoints = new Map<string, StoredCheckpoint>();
  readonly #operations = new Map<string, Operation>();
  readonly #pins = new Map<string, PinRecord>();
  /** The last checkpoint of each call without an id, by session, call and the trees before and after. */
  readonly #calls = new Map<string, StoredCheckpoint>();

  history(): History {
    const checkpoints = [...this.#checkpoints.values()];
    return inPlace({ checkpoints, operations: [...this.#operations.values()], pins: this.#pins });
  }

  take(record: JournalRecord, order: number): void {
    if (record.type === "checkpoint") this.#keep({ ...record, order });
    else if (record.type === "begin") this.#operations.set(record.id, { ...record, order });
    else if (record.type === "end") this.#finish(record, order);
    else if (record.type === "pin") this.#pins.set(record.checkpoint, record);
    else this.#forget(record.ids);
  }

  #keep(checkpoint: StoredCheckpoint): void {
    if (checkpoint.call !== undefined) {
      const key = [checkpoint.session, checkpoint.call, checkpoint.before, checkpoint.after].join("\0");
      const first = this.#calls.get(key);
      if (first && isTwin(first, checkpoint)) return;
      this.#calls.set(key, checkpoint);
    }
    this.#checkpoints.set(checkpoint.id, checkpoint);
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#checkpoints.delete(id);
      this.#operations.delete(id);
    }
  }

  #finish(end: EndRecord, order: number): void {
    const operation = this.#operations.get(end.id);
    if (!operation) return;
    if (end.isVoid) {
      this.#operations.delete(end.id);
      return;
    }
    this.#operations.set(end.id, { ...operation, end });
    const others = operation.kind === "undo" ? Object.keys(end.remaining ?? {}) : [];
    for (const id of new Set([...(operation.checkpoints ?? []), ...others])) {
      const checkpoint = this.#checkpoints.get(id);
      if (checkpoint) this.#checkpoints.set(id, afterUndo(checkpoint, end));
    }
    if (operation.operation !== undefined) this.#reverse(operation.operation, operation, end);
    if (operation.isCheckpoint) this.#checkpoints.set(operation.id, { ...checkpointOf(operation, end), order });
  }

  /** Marks an operation as taken back by another one. @param id of the operation that was taken back */
  #reverse(id: string, by: Operation, end: EndRecord): void {
    const operation = this.#operations.get(id);
    const remaining = end.remaining?.[id];
    if (operation) this.#operations.set(id, { ...operation, ...(remaining ? { remaining } : { takenBack: true }) });
    if (by.isCheckpoint) return; // undone checkpoints stay undone: this redo is a checkpoint itself
    for (const checkpoint of this.#checkpoints.values())
      this.#checkpoints.set(checkpoint.id, afterRedo(checkpoint, id, end));
  }
}

/** A checkpoint after an undo took it back, whole or in all paths but the remaining ones of the end record. */
function afterUndo(checkpoint: StoredCheckpoint, { id: by, remaining, rest }: EndRecord): StoredCheckpoint {
  const paths = remaining?.[checkpoint.id] ?? [];
  if (paths.length === 0) return { ...checkpoint, undoneBy: by };
  return { ...checkpoint, partly: [...(checkpoint.partly ?? []), partOf(by, paths, rest?.[checkpoint.id])] };
}

/** A checkpoint after a redo of an undo, whole or in part; unchanged if the undo did not concern the checkpoint. */
function afterRedo(checkpoint: StoredCheckpoint, undo: string, { remaining = {}, rest }: EndRecord): StoredCheckpoint {
  const { undoneBy, partly = [], ...record } = checkpoint;
  if (undoneBy !== undo && !partly.some(({ by }) => by === undo)) return checkpoint;
  const paths = remaining[checkpoint.id];
  const isInPart = remaining[undo] !== undefined;
  if (isInPart && !paths?.length) return checkpoint;
  const others = partly.filter(({ by }) => by !== undo);
  const parts = isInPart && paths ? [...others, partOf(undo, paths, rest?.[checkpoint.id])] : others;
  return {
    ...record,
    ...(undoneBy !== undefined && undoneBy !== undo && { undoneBy }),
    ...(parts.length > 0 && { partly: parts }),
  };
}

function partOf(by: string, paths: Partly["paths"], rest: Partly["rest"]): Partly {
  return { by, paths, ...(rest !== undefined && { rest }) };
}

/**
 * Whether two records are of one call because the agent started the hook twice. The second record then began before the
 * first ended. A later call that makes an equal change begins after the first ended.
 */
function isTwin(first: CheckpointRecord, second: CheckpointRecord): boolean {
  return (
    first.id !== second.id &&
    first.endedAt !== undefined &&
    second.began !== undefined &&
    second.began[0] <= first.endedAt
  );
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

/** A position in the history: `ahead` positions before the record with the number `order`. */
type Place = readonly [order: number, ahead: number];

/**
 * Sorts a history in which steps never ended. The record of such a step is written late, with a later state as its end
 * (`endsAt`). The step moves before every step that began after that state. Then all orders are counted anew. A history
 * without such a step stays as it is.
 */
function inPlace(history: History): History {
  const { checkpoints, operations } = history;
  const ended = checkpoints.flatMap(({ id, endsAt }) => (endsAt ? [{ id, endsAt }] : []));
  if (ended.length === 0) return history;
  const places = new Map(checkpoints.map(({ id, order }): [string, Place] => [id, [order, 0]]));
  // The latest end comes first, so that all checkpoints after an earlier end already have their positions.
  for (const { id, endsAt } of ended.toSorted((one, other) => compareMoments(other.endsAt, one.endsAt)))
    places.set(
      id,
      placeBefore(
        places.get(id)!,
        begunSince(checkpoints, id, endsAt).map((other) => places.get(other)!),
      ),
    );
  const orderOf = countedAnew([...places.values(), ...operations.map(({ order }): Place => [order, 0])]);
  return {
    ...history,
    checkpoints: checkpoints
      .map((one) => ({ ...one, order: orderOf(places.get(one.id)!) }))
      .toSorted((one, other) => one.order - other.order),
    operations: operations.map((one) => ({ ...one, order: orderOf([one.order, 0]) })),
  };
}

/** Ids of other checkpoints that began at a moment or later. */
function begunSince(checkpoints: readonly StoredCheckpoint[], id: string, moment: Moment): string[] {
  return checkpoints
    .filter((one) => one.id !== id && one.began && compareMoments(one.began, moment) >= 0)
    .map((one) => one.id);
}

/** The first of several positions: a checkpoint's own one, and the ones right before some other checkpoints. */
function placeBefore(own: Place, others: readonly Place[]): Place {
  const before = others.map(([order, ahead]): Place => [order, ahead + 1]);
  return [own, ...before].toSorted(comparePlaces)[0]!;
}

function comparePlaces([order, ahead]: Place, [otherOrder, otherAhead]: Place): number {
  return order - otherOrder || otherAhead - ahead;
}

/** Numbers positions from 0 in their order; equal positions have the same number. */
function countedAnew(places: readonly Place[]): (place: Place) => number {
  const numbers = new Map<string, number>();
  for (const place of places.toSorted(comparePlaces))
    if (!numbers.has(place.join())) numbers.set(place.join(), numbers.size);
  return (place) => numbers.get(place.join())!;
}
