import type { Io } from "../../kit/io.ts";
import { tornOperation } from "../journal/history.ts";
import { openHistory } from "../open-shadow.ts";
import { recoverTorn } from "./recover-torn.ts";
import { withRestoreLock } from "./restore-lock.ts";
import type { RestoreResult } from "./restore-result.ts";

type Opened = Awaited<ReturnType<typeof openHistory>>;

/**
 * Runs a command that changes files on the history, alone. An operation that died on the way is taken back first, so
 * that the command begins from a state that was once whole; a dry run only looks. What that put back over is named with
 * the rest.
 */
export async function withSettled(
  io: Io,
  folder: string,
  dryRun: boolean,
  work: (opened: Opened) => Promise<RestoreResult>,
): Promise<RestoreResult> {
  return withRestoreLock(io, folder, dryRun, () => settle(io, folder, dryRun, work));
}

async function settle(
  io: Io,
  folder: string,
  dryRun: boolean,
  work: (opened: Opened) => Promise<RestoreResult>,
): Promise<RestoreResult> {
  const opened = await openHistory(io, folder);
  if (dryRun || !opened.shadow || !tornOperation(opened.history)) return work(opened);
  const recovered = await recoverTorn(io, opened.shadow, opened.history, false);
  const result = await work(await openHistory(io, folder));
  if (!recovered || recovered.files === 0) return result;
  if (!result.restored) return { ...recovered, skipped: [...recovered.skipped, ...result.skipped] };
  const edited = recovered.conflicts.map(({ path }) => ({
    path,
    why: `changed after a restore died on the way; snapveil restore ${recovered.checkpoint} PATH returns it`,
  }));
  return { ...result, conflicts: [...edited, ...result.conflicts] };
}
