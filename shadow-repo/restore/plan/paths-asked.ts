import { resolve } from "node:path";

import { isIn, realPath } from "../../../kit/files.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { Place } from "../../place.ts";

/**
 * The paths that a person named in each of several repositories, as absolute paths: none means the whole repository,
 * `undefined` that it is not asked for.
 */
export function pathsAsked(
  folder: string,
  paths: readonly string[],
  places: readonly Place[],
): (place: Place) => readonly string[] | undefined {
  // An empty path comes from a shell's variable that is not set: the folder itself would be all that there is.
  if (paths.includes("")) throw new UserError("badArgument", ["A path is empty. The folder that you are in is: ."]);
  const absolute = paths.map((path) => resolve(realPath(folder), path));
  const roots = places.map(({ worktree }) => worktree.root);
  const ownerOf = (path: string) =>
    roots.filter((root) => isIn(path, root)).toSorted((one, other) => other.length - one.length)[0];
  return ({ worktree: { root } }) => {
    if (absolute.length === 0 || absolute.some((path) => isIn(root, path))) return [];
    const own = absolute.filter((path) => ownerOf(path) === root);
    return own.length > 0 ? own : undefined;
  };
}
