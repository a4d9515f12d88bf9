import type { Io } from "../../kit/io.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { noteWhole, type WholeNote } from "../git-state/whole-note.ts";
import { openShadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { throwWhereRefused } from "./recording-limits.ts";

/**
 * Notes git's state of a recorded worktree. `undefined` if the settings keep nothing, the engine is not git, or a part
 * of the state has no copy, see `noteWhole`.
 * @throws UserError if the worktree is not recorded
 */
export async function gitNoted(io: Io, place: Place): Promise<WholeNote | undefined> {
  throwWhereRefused(io, place);
  if (!(await readSettings(io, undefined)).checkpoints.keep) return undefined;
  const { engine } = await openShadow(io, place);
  return engine.name === "git" ? noteWhole(io, place) : undefined;
}
