import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { startDetached } from "../../kit/start-detached.ts";
import { hasShadow } from "../create-shadow.ts";
import type { Place } from "../place.ts";

/**
 * The variable that names the session whose end started a `prune`; prune keeps the checkpoints of this session,
 * whatever their age.
 */
export const CURRENT_SESSION = "SNAPVEIL_CURRENT_SESSION";

const DAY = 24 * 3_600_000;

/**
 * Starts `snapveil prune` at a session's end, at most once a day, and does not wait for it. Every other call looks at
 * one file only, since docker-agent ends a session after each answer.
 */
export function startMaintenance(io: Io, place: Place, session: string): void {
  if (!hasShadow(place)) return;
  const mark = join(place.shadow, "housekeeping");
  const last = existsSync(mark) ? statSync(mark).mtimeMs : undefined;
  const age = last === undefined ? undefined : io.now().getTime() - last;
  if (age !== undefined && age >= 0 && age < DAY) return;
  rmSync(mark, { force: true });
  atomicWrite(mark, "", { pid: io.pid });
  if (age === undefined) return; // the first day there is nothing to tidy
  // If `prune` cannot be started, the error is ignored: the next day's hook starts it, or a person does.
  startDetached(io, ["prune"], { cwd: place.worktree.root, env: { [CURRENT_SESSION]: session } });
}
