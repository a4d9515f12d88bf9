import type { Io } from "../kit/io.ts";
import { defined } from "../kit/defined.ts";
import { describeFrontPage } from "../terminal/describe-front-page.ts";
import { whyOff } from "../worktree/doors/switch.ts";
import { PROGRAM_FOLDER, VERSION } from "./program.ts";
import { writeWithin } from "./show.ts";

/** What `snapveil` alone says: whether it is on, what happened today, and the commands to begin with. */
export async function frontPage(io: Io): Promise<void> {
  const { whoStarts } = await import("../doctor/who-starts.ts");
  const { countGuards } = await import("../terminal/session-summary.ts");
  const { LogReader, refusalLog } = await import("../builtins/doors/logs.ts");
  const { undoState } = await import("../shadow-repo/doors/look.ts");
  const starters = await whoStarts(io, { folder: PROGRAM_FOLDER, version: VERSION }, process.execPath);
  const since = new Date(io.now());
  since.setHours(0, 0, 0, 0);
  const today = countGuards(new LogReader([refusalLog(io) ?? []].flat()).read({ since }));
  const state = { ...defined({ off: whyOff(io) }), starters };
  writeWithin(io, describeFrontPage({ state, undo: undoState(io, io.cwd), today }));
}
