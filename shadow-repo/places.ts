import { existsSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { noWorktree } from "../worktree/doors/worktree.ts";
import { dataDirOf, placeIfAny, placeAtRoot, type Place } from "./place.ts";
import { notedRepositories, sessionFolderAround } from "./repository-notes.ts";

/**
 * The repositories that a command in a folder covers: the folder's own, and those that sessions recorded together with
 * it.
 */
export interface Places {
  /**
   * The root of the folder's worktree; without a worktree, the nearest folder above in which sessions began that
   * recorded repositories. Absolute, with links resolved. Paths of other repositories are shown relative to this root.
   */
  readonly root: string;
  /** The folder that holds all of snapveil's state. */
  readonly data: string;
  /** The folder's own place; absent if the root is no worktree, so that none of its own files is recorded. */
  readonly own?: Place;
  /** All repositories, the folder's own one first. From a folder below the root, a command covers only its own one. */
  readonly all: readonly Place[];
}

/** Finds the repositories that a command by hand covers. @throws UserError if there are none, or no data folder */
export function findPlaces(io: Io, folder: string): Places {
  const data = dataDirOf(io);
  const own = placeIfAny(data, folder);
  const places = own ? placesWith(own) : placesAround(data, folder);
  if (!places) throw noWorktree(folder);
  return places;
}

/** A repository. If the place is its whole worktree, also the repositories that sessions recorded together with it. */
export function placesWith(own: Place): Places {
  const { data, worktree, prefix } = own;
  const { root } = worktree;
  return { root, data, own, all: prefix === "" ? [own, ...recordedWith(data, root)] : [own] };
}

/**
 * The repositories that were recorded by sessions that began in a folder or, if none did, in the nearest folder above
 * it with such sessions; `undefined` if there is none.
 */
export function placesAround(data: string, folder: string): Places | undefined {
  const root = sessionFolderAround(data, folder);
  return root === undefined ? undefined : { root, data, all: recordedWith(data, root) };
}

/** Looks the repositories up again, since sessions may have recorded further ones meanwhile. */
export function placesNow({ root, data, own }: Places): Places {
  return own ? placesWith(own) : { root, data, all: recordedWith(data, root) };
}

/** The folder's own place if the command covers no other repository; else `undefined`. */
export function onlyPlace({ own, all }: Places): Place | undefined {
  return all.length < 2 ? own : undefined;
}

/**
 * The places of the repositories that were recorded together with a folder, still exist, and have a shadow repository.
 */
function recordedWith(data: string, folder: string): Place[] {
  return notedRepositories(data, folder).flatMap((root) => {
    const place = existsSync(root) ? placeAtRoot(data, root) : undefined;
    return place && root !== folder && existsSync(`${place.shadow}/HEAD`) ? [place] : [];
  });
}
