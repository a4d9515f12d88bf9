import { defined } from "../kit/defined.ts";
import type { Io } from "../kit/io.ts";
import { describeFrontPage } from "../terminal/describe-front-page.ts";
import { askState } from "./commands/status.ts";
import { writeWithin } from "./show.ts";

/** What `snapveil` alone says: whether it is on, what happened today, and the commands to begin with. */
export async function frontPage(io: Io): Promise<void> {
  const { countGuards } = await import("../terminal/session-summary.ts");
  const { LogReader, refusalLog } = await import("../builtins/doors/logs.ts");
  const { recordedHere } = await import("../shadow-repo/doors/look.ts");
  const since = new Date(io.now());
  since.setHours(0, 0, 0, 0);
  const here = recordedHere(io, io.cwd, since);
  const state = { ...(await askState(io)), ...defined({ newest: here.newest }) };
  const today = countGuards(new LogReader([refusalLog(io) ?? []].flat()).read({ since }));
  writeWithin(io, describeFrontPage({ state, here, today }));
}
