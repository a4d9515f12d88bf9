import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import type { GitPath } from "../git-path.ts";
import { keepable, keepWorktree } from "../keep/keep-worktree.ts";
import { copyIn, readKeptState } from "../keep/kept-state.ts";
import { openShadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { throwWhereRefused } from "./recording-limits.ts";

/**
 * Keeps the ignored files of a worktree now, and tells which of these have a copy. A capture that follows finds the
 * same copies, so that they are made once.
 * @param isOnlyAsked nothing is copied: an explanation leaves nothing behind, and believes that a copy could be made
 * @returns `undefined` if the settings keep nothing
 * @throws UserError if the worktree is not recorded
 */
export async function keptPaths(
  io: Io,
  place: Place,
  prefix: GitPath,
  isOnlyAsked: boolean,
): Promise<((path: GitPath) => boolean) | undefined> {
  throwWhereRefused(io, place);
  const { keep } = (await readSettings(io, undefined)).checkpoints;
  if (!keep) return undefined;
  const shadow = await openShadow(io, place);
  if (isOnlyAsked) {
    const paths = new Set((await keepable(io, shadow, prefix, keep)).map(({ path }) => path));
    return (path) => paths.has(path);
  }
  const { id } = await keepWorktree(io, shadow, prefix);
  const files = new Map(readKeptState(place.shadow, id)?.files.map((file) => [file.path, file]));
  return (path) => {
    const file = files.get(path);
    return file !== undefined && (file.copy === undefined || existsSync(copyIn(place.shadow, file.copy)));
  };
}
