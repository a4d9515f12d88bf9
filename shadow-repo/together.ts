import { existsSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { homeRootAround, rootsTogether } from "./home-notes.ts";
import { placeOf, placeOfRoot, type Place } from "./place.ts";

/** A folder in which sessions begin that record several repositories. */
export interface Home {
  /** Absolute, with links resolved. */
  readonly root: string;
  /** The folder's place; absent if it is no worktree itself: none of its own files is recorded then. */
  readonly place?: Place;
}

/**
 * The home that a command in a folder is about: its worktree, else the nearest folder above in which a session recorded
 * repositories.
 * @throws UserError if there is neither
 */
export function findHome(io: Io, folder: string): Home {
  try {
    const place = placeOf(io, folder);
    return { root: place.worktree.root, place };
  } catch (error) {
    const home = error instanceof UserError && error.code === "aboveRepositories" && homeAround(io, folder);
    if (!home) throw error;
    return home;
  }
}

/** The home around a folder: the nearest folder, itself included, in which a session recorded repositories. */
export function homeAround(io: Io, folder: string): Home | undefined {
  const root = homeRootAround(io, folder);
  return root === undefined ? undefined : { root };
}

/** The places of repositories that were ever recorded together with a home and still exist. */
export function placesTogether(io: Io, { root: home }: Home): Place[] {
  return rootsTogether(io, home).flatMap((root) => {
    const place = existsSync(root) ? placeOfRoot(io, root) : undefined;
    return place && root !== home && existsSync(`${place.shadow}/HEAD`) ? [place] : [];
  });
}
