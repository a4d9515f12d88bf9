import type { BeginRecord, CheckpointRecord, EndRecord, JournalRecord } from "./journal.ts";

/** A checkpoint and what became of it. */
export interface StoredCheckpoint extends CheckpointRecord {
  /** Place in the journal: later is newer. */
  readonly order: number;
  /** The operation that took it back; absent while it is in effect. */
  readonly undoneBy?: string;
}

/** Something that changed files: an undo, a redo, a restore. */
export interface Operation extends BeginRecord {
  readonly order: number;
  /** Absent where the process died on the way. */
  readonly end?: EndRecord;
  /** Whether a later operation took it back. */
  readonly takenBack?: true;
}

/** What the journal amounts to. */
export interface History {
  /** In journal order, undone ones included. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly operations: readonly Operation[];
}

/** Replays the journal's records in order. */
export function historyOf(records: readonly JournalRecord[]): History {
  const checkpoints = new Map<string, StoredCheckpoint>();
  const operations = new Map<string, Operation>();
  for (const [order, record] of records.entries()) {
    if (record.type === "checkpoint") checkpoints.set(record.id, { ...record, order });
    else if (record.type === "begin") operations.set(record.id, { ...record, order });
    else if (record.type === "end") finish(record, order);
    else forget(record.ids);
  }
  return { checkpoints: [...checkpoints.values()], operations: [...operations.values()] };

  function forget(ids: readonly string[]): void {
    for (const id of ids) {
      checkpoints.delete(id);
      operations.delete(id);
    }
  }

  function finish(end: EndRecord, order: number): void {
    const operation = operations.get(end.id);
    if (!operation) return;
    operations.set(end.id, { ...operation, end });
    for (const id of operation.checkpoints ?? []) {
      const checkpoint = checkpoints.get(id);
      if (checkpoint) checkpoints.set(id, { ...checkpoint, undoneBy: operation.id });
    }
    if (operation.operation !== undefined) takeBack(operation.operation, operation);
    if (operation.isCheckpoint) checkpoints.set(operation.id, { ...checkpointOf(operation, end), order });
  }

  function takeBack(id: string, by: Operation): void {
    const operation = operations.get(id);
    if (operation) operations.set(id, { ...operation, takenBack: true });
    if (by.isCheckpoint) return; // what was undone stays undone: the new checkpoint stands for it
    for (const checkpoint of checkpoints.values()) {
      if (checkpoint.undoneBy !== id) continue;
      const { undoneBy: _, ...live } = checkpoint;
      checkpoints.set(checkpoint.id, live);
    }
  }
}

/** Checkpoints in effect, oldest first; of one session where one is named. */
export function liveCheckpoints(history: History, session?: string): StoredCheckpoint[] {
  return history.checkpoints.filter((one) => one.undoneBy === undefined && (session === undefined || one.session === session)).toSorted((one, other) => one.order - other.order);
}

/** The newest operation that never came to its end, if it was not taken back since. */
export function tornOperation(history: History): Operation | undefined {
  return history.operations.findLast((operation) => !operation.end && !operation.takenBack && operation.kind !== "recover");
}

function checkpointOf(operation: Operation, end: EndRecord): CheckpointRecord {
  const { id, session, prefix, before } = operation;
  return { type: "checkpoint", id, session, scope: "restore", prefix, before, after: end.after, startedAt: operation.at, createdAt: end.at };
}
