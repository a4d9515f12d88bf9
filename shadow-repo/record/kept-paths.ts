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
 * Copies the ignored files of a worktree and returns a test whether a path has a copy. A later capture reuses the
 * copies.
 * @param isOnlyAsked copies nothing, and the test says whether a path would get a copy
 * @returns `undefined` if the settings keep no ignored files
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
