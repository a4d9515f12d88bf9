import { lstatSync } from "node:fs";

import type { TreeChange } from "./engine.ts";
import { onDisk, type GitPath } from "./git-path.ts";
import { linkFinder } from "./list-changes.ts";
import type { Place } from "./place.ts";

/**
 * Paths that look deleted between two captures but whose files are there: they became ignored, unreadable or the like.
 * Nothing happened to them, so they are no part of a checkpoint.
 */
export function leftOnDisk(place: Place, changes: readonly TreeChange[]): GitPath[] {
  const behindLink = linkFinder(place.worktree.root);
  return changes.filter((change) => !change.after && isFile(place, change.path) && !behindLink(change.path)).map(({ path }) => path);
}

function isFile(place: Place, path: GitPath): boolean {
  try {
    return !lstatSync(onDisk(place.worktree.root, path)).isDirectory();
  } catch {
    return false;
  }
}
