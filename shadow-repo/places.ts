import { existsSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { noWorktree } from "../worktree/doors/worktree.ts";
import { dataDirOf, placeIfAny, placeAtRoot, type Place } from "./place.ts";
import { notedRepositories, sessionFolderAround } from "./repository-notes.ts";

/** The repositories that a command in a folder is about: its own, and those that sessions recorded together with it. */
export interface Places {
  /**
   * The top of the folder's worktree, else the nearest folder above in which sessions began that recorded repositories;
   * absolute, with links resolved. A path of another repository is told from here.
   */
  readonly root: string;
  /** The folder that holds all of snapveil's state. */
  readonly data: string;
  /** The folder's own place; absent if the root is no worktree itself: none of its own files is recorded then. */
  readonly own?: Place;
  /** All repositories, the own one first. Only that one for a command from a folder below the root. */
  readonly all: readonly Place[];
}

/** Finds the repositories that a command by hand is about. @throws UserError if there is none, or no place for data */
export function findPlaces(io: Io, folder: string): Places {
  const data = dataDirOf(io);
  const own = placeIfAny(data, folder);
  const places = own ? placesWith(own) : placesAround(data, folder);
  if (!places) throw noWorktree(folder);
  return places;
}

/** A repository, and those that sessions recorded together with it. */
export function placesWith(own: Place): Places {
  const { data, worktree, prefix } = own;
  const { root } = worktree;
  return { root, data, own, all: prefix === "" ? [own, ...recordedWith(data, root)] : [own] };
}

/** The repositories of sessions that began in the nearest such folder, the given one included. */
export function placesAround(data: string, folder: string): Places | undefined {
  const root = sessionFolderAround(data, folder);
  return root === undefined ? undefined : { root, data, all: recordedWith(data, root) };
}

/** The places with the repositories that sessions have recorded since. */
export function placesNow({ root, data, own }: Places): Places {
  return own ? placesWith(own) : { root, data, all: recordedWith(data, root) };
}

/** The folder's own place if the command is about no other repository. */
export function onlyPlace({ own, all }: Places): Place | undefined {
  return all.length < 2 ? own : undefined;
}

/** The places of repositories that were ever recorded together with a folder and still exist. */
function recordedWith(data: string, folder: string): Place[] {
  return notedRepositories(data, folder).flatMap((root) => {
    const place = existsSync(root) ? placeAtRoot(data, root) : undefined;
    return place && root !== folder && existsSync(`${place.shadow}/HEAD`) ? [place] : [];
  });
}
