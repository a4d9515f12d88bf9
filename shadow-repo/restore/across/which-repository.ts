import { dirname, resolve } from "node:path";

import { isFolder, isIn, realPath } from "../../../kit/files.ts";
import type { Io } from "../../../kit/io.ts";
import { UserError } from "../../../kit/user-error.ts";
import { allPending } from "../../journal/pending.ts";
import { readHistory } from "../../journal/replay.ts";
import { findPlace, type Place } from "../../place.ts";
import { findPlaces, onlyPlace } from "../../places.ts";
import { whoseCheckpoint } from "./steps.ts";

/**
 * The folder in which a command about one checkpoint runs, its repository, and the given paths, made absolute if it is
 * another folder than the command's own.
 */
export interface WhereKnown {
  readonly folder: string;
  readonly place: Place;
  readonly paths: readonly string[];
}

/**
 * The folder itself, or the top of another repository that was recorded together with the folder's, if only the other
 * one knows the checkpoint, or the open turn or call. If no repository knows the id, the first repository is taken.
 * @throws UserError if the folder has no repository
 */
export function whereKnown(io: Io, folder: string, id: string, paths: readonly string[] = []): WhereKnown {
  const places = findPlaces(io, folder);
  const only = onlyPlace(places);
  if (only) return { folder, place: only, paths };
  const found = whoseCheckpoint(
    places.all.map((place) => ({
      place,
      history: readHistory(place.shadow),
      open: new Set(allPending(place.shadow).map((one) => one.id)),
    })),
    id,
  )?.place;
  if (!found) throw new UserError("unknownCheckpoint", [id]);
  return found === places.own
    ? { folder, place: found, paths }
    : { folder: found.worktree.root, place: found, paths: paths.map((path) => resolve(folder, path)) };
}

/**
 * The folder in which a command about files runs, and the paths of the files, made absolute if it is another folder
 * than the command's own.
 */
export interface WhereFiles {
  readonly folder: string;
  readonly paths: readonly string[];
}

/**
 * The folder of the command itself; or, if all named files lie in one other repository (nested in the folder's
 * worktree, below a folder without git, or elsewhere), the folder of one of the files.
 * @throws UserError if the files lie in several repositories
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
 * Gives, for each repository, the absolute paths in it that a person named. An empty list means the whole repository,
 * `undefined` that no path lies in the repository.
 */
export function pathsAsked(
  folder: string,
  paths: readonly string[],
  places: readonly Place[],
): (place: Place) => readonly string[] | undefined {
  // An empty path comes from an unset shell variable. It would resolve to the whole folder, so it is refused.
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
