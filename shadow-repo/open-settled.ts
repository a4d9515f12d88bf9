import type { Io } from "../kit/io.ts";
import { tornOperation } from "./history.ts";
import { openHistory } from "./open-shadow.ts";
import { recoverTorn } from "./recover-torn.ts";

/**
 * The history for a command that changes files. An operation that died on the way is taken back first, so that the
 * command begins from a state that was once whole; a dry run only looks.
 */
export async function openSettled(io: Io, folder: string, dryRun: boolean): ReturnType<typeof openHistory> {
  const opened = await openHistory(io, folder);
  if (dryRun || !opened.shadow || !tornOperation(opened.history)) return opened;
  await recoverTorn(io, opened.shadow, opened.history, false);
  return openHistory(io, folder);
}
