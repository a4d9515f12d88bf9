import type { Io } from "../kit/io.ts";
import { liveCheckpoints, type History, type Operation } from "./history.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { openSettled } from "./open-settled.ts";
import { withRestoreLock } from "./restore-lock.ts";
import { runOperation } from "./run-operation.ts";

export interface RedoOptions {
  /** How many undos to take back; default 1. */
  readonly count?: number;
  /** Only undos of this session's checkpoints. */
  readonly session?: string;
  readonly dryRun?: boolean;
}

/**
 * Takes back the newest undo or reset: its files become what they were right before it, edits of the user included, and
 * its checkpoints are in effect again. Where checkpoints were made since, it becomes a checkpoint of its own instead.
 */
export async function redo(io: Io, folder: string, { count = 1, session, dryRun = false }: RedoOptions = {}): Promise<RestoreResult> {
  let last = NOTHING_RESTORED;
  for (let done = 0; done < count; done += 1) {
    const result = await withRestoreLock(io, folder, dryRun, () => redoOne(io, folder, session, dryRun));
    if (!result.restored) return done === 0 ? result : last;
    last = result;
  }
  return last;
}

async function redoOne(io: Io, folder: string, session: string | undefined, dryRun: boolean): Promise<RestoreResult> {
  const { place, shadow, history } = await openSettled(io, folder, dryRun);
  if (!shadow) return NOTHING_RESTORED;
  const undone = history.operations.findLast((one) => one.kind === "undo" && one.end && !one.takenBack && (session === undefined || one.session === session));
  if (!undone?.end) return NOTHING_RESTORED;
  return runOperation(
    io,
    shadow,
    {
      kind: "redo",
      session: undone.session,
      prefix: place.prefix,
      steps: [{ target: undone.before, expected: undone.end.after, prefix: undone.prefix, ...(undone.end.left && { left: undone.end.left }) }],
      operation: undone.id,
      ...(isOvertaken(history, undone) && { isCheckpoint: true as const }),
    },
    dryRun,
  );
}

/** Whether the session went on since: its undone checkpoints can then not simply come back behind the new ones. */
function isOvertaken(history: History, { order, session }: Operation): boolean {
  return liveCheckpoints(history).some((one) => one.order > order && one.scope !== "manual" && (session === null || one.session === session));
}
