import type { Io } from "../../kit/io.ts";
import { liveCheckpoints } from "../journal/history.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { takeBack } from "./undo.ts";
import { withSettled } from "./with-settled.ts";

export interface ResetOptions {
  /** How many of the session's checkpoints stay; a negative number is 0. */
  readonly keep: number;
  readonly session: string;
  readonly dryRun?: boolean;
}

/** Takes back every checkpoint of a session whose index is at least `keep`, in one operation that one redo returns. */
export async function reset(
  io: Io,
  folder: string,
  { keep, session, dryRun = false }: ResetOptions,
): Promise<RestoreResult> {
  return withSettled(io, folder, dryRun, async ({ shadow, history }) => {
    if (!shadow) return NOTHING_RESTORED;
    const chosen = liveCheckpoints(history, session).slice(Math.max(0, keep));
    // A turn takes its calls along, also those that came before it in the list.
    const turns = new Set(chosen.filter(({ scope }) => scope === "turn").map(({ id }) => id));
    const calls = liveCheckpoints(history, session).filter(
      (one) => one.turn !== undefined && turns.has(one.turn) && !chosen.includes(one),
    );
    return takeBack(io, shadow, [...calls, ...chosen], dryRun);
  });
}
