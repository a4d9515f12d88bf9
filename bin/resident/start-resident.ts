import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { makeFolder, namesIn } from "../../kit/files.ts";
import { worldWith, type Io } from "../../kit/io.ts";
import { startDetached } from "../../kit/start-detached.ts";
import { residentsIn } from "../../worktree/doors/data-dir.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { ASKED, askedSeat, MOST_RESIDENTS } from "./asked-seat.ts";
import { decisiveIn } from "./decisive.ts";
import { isWrapped, outermostOf } from "./outermost-ancestors.ts";
import { SMALL_HEAP } from "./small-heap.ts";

/** Milliseconds in which a resident is not started twice. */
const AGAIN = 60_000;
/** The ending of the file that the starter of a resident makes. */
const MARK = ".started";
/** A resident leaves no core dump, since its memory may hold secrets. */
const WITHOUT_DUMP = ["/bin/sh", "-c", 'ulimit -c 0; exec "$@"', "sh"];

/**
 * Starts the resident that the asker missed, for the next events. Called when the answer to this event is written.
 * Never throws: without a resident each event starts Node.
 */
export async function startResident(io: Io): Promise<void> {
  const seat = askedSeat(io);
  if (!seat || !io.program || isWrapped(io.platform)) return;
  const { folder, name } = seat;
  const [node, ...script] = io.program;
  try {
    if (!(await readSettings(io, undefined)).resident) return;
    makeFolder(folder);
    if (residentsIn(folder, io.platform).length >= MOST_RESIDENTS || !isFirst(`${folder}/${name}${MARK}`, io)) return;
    const world = worldWith(io, {
      env: { ...decisiveIn(io.env), [ASKED]: io.env[ASKED] },
      program: [...WITHOUT_DUMP, node!, SMALL_HEAP, ...script],
    });
    const ancestor = outermostOf(io.pid, io.platform);
    startDetached(world, ["resident", ...(ancestor === undefined ? [] : [String(ancestor)])], { cwd: folder });
  } catch {
    // The next event tries again.
  }
}

/** Whether no process has started this resident within the last minute. */
function isFirst(mark: string, io: Io): boolean {
  // The marks of other environments are removed as well: a name of this kind may never come again.
  for (const name of namesIn(dirname(mark)).filter((one) => one.endsWith(MARK))) {
    const file = `${dirname(mark)}/${name}`;
    const found = statSync(file, { throwIfNoEntry: false });
    // A mark from the future was made before the clock was set back.
    if (found && Math.abs(io.now().getTime() - found.mtimeMs) > AGAIN) rmSync(file, { force: true });
  }
  try {
    closeSync(openSync(mark, "wx", 0o600));
    return true;
  } catch {
    return false; // another process made the mark
  }
}
