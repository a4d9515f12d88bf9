import { join } from "node:path";

import { shadowsFolder } from "../place.ts";
import { isTracked } from "../tracked.ts";
import { sizeOnDisk, isGone, worktreeOf } from "../read-disk.ts";
import { namesIn } from "../../kit/files.ts";

/** A shadow repository whose worktree no longer exists. */
export interface Orphan {
  readonly shadow: string;
  readonly worktree: string;
  /** The size of the shadow repository on disk, in bytes. */
  readonly bytes: number;
}

/**
 * Finds the shadow repositories of worktrees that have no `.git` any more and are not tracked without git. A worktree
 * on a disk that is not mounted is included; a worktree in a folder without permission is not.
 */
export function findOrphans(data: string | undefined): Orphan[] {
  if (data === undefined) return [];
  const folder = shadowsFolder(data);
  return namesIn(folder).flatMap((name) => {
    const shadow = join(folder, name);
    const worktree = worktreeOf(shadow);
    return worktree !== undefined && isGone(join(worktree, ".git")) && !isTracked(data, worktree)
      ? [{ shadow, worktree, bytes: sizeOnDisk(shadow) }]
      : [];
  });
}
