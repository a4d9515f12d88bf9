import { dirname, resolve } from "node:path";

import { isFolder, isIn, realPath } from "../../../kit/files.ts";
import type { Io } from "../../../kit/io.ts";
import { UserError } from "../../../kit/user-error.ts";
import { readHistory } from "../../journal/replay.ts";
import { findPlace, type Place } from "../../place.ts";
import { findPlaces, onlyPlace } from "../../places.ts";
import { whoseCheckpoint } from "./steps.ts";

/** The folder where a command about one checkpoint goes to work, and the given paths, which mean the same there. */
export interface WhereKnown {
  readonly folder: string;
  readonly place: Place;
  readonly paths: readonly string[];
}

/**
 * The folder itself, or the top of another repository that was recorded together with it, if only that one knows the
 * checkpoint. An id that no repository knows may be that of an open turn in the folder.
 */
export function whereKnown(io: Io, folder: string, id: string, paths: readonly string[] = []): WhereKnown {
  const places = findPlaces(io, folder);
  const only = onlyPlace(places);
  if (only) return { folder, place: only, paths };
  const found = whoseCheckpoint(
    places.all.map((place) => ({ place, history: readHistory(place.shadow) })),
    id,
  )?.place;
  if (!found) throw new UserError("unknownCheckpoint", [id]);
  return found === places.own
    ? { folder, place: found, paths }
    : { folder: found.worktree.root, place: found, paths: paths.map((path) => resolve(folder, path)) };
}

/** The folder where a command about some files goes to work, and their paths, which mean the same there. */
export interface WhereFiles {
  readonly folder: string;
  readonly paths: readonly string[];
}

/**
 * The folder of the command itself, unless all named files lie in one other repository: within its worktree, below a
 * folder that is none, or beside it.
 * @throws UserError if they lie in several repositories
 */
export function whereFiles(io: Io, folder: string, paths: readonly string[]): WhereFiles {
  const absolute = paths.map((path) => resolve(folder, path));
  const folders = absolute.map((path) => (isFolder(path) ? path : dirname(path)));
  const own = rootAt(io, folder);
  const roots = new Map(folders.map((one) => [rootAt(io, one) ?? own, one]));
  if (paths.includes("") || roots.size === 0 || (roots.size === 1 && roots.has(own))) return { folder, paths };
  if (roots.size > 1)
    throw new UserError("badArgument", ["These paths lie in several repositories. Ask about one at a time."]);
  return { folder: [...roots.values()][0]!, paths: absolute };
}

function rootAt(io: Io, folder: string): string | undefined {
  return isFolder(folder) ? findPlace(io, folder)?.worktree.root : undefined;
}

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
