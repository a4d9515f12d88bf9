import { join } from "node:path";

import { shadowsFolder } from "../place.ts";
import { isTracked } from "../tracked.ts";
import { sizeOnDisk, isGone, worktreeOf } from "../read-disk.ts";
import { namesIn } from "../../kit/files.ts";

/** A shadow repository whose worktree is no more. */
export interface Orphan {
  readonly shadow: string;
  readonly worktree: string;
  /** Bytes on disk. */
  readonly bytes: number;
}

/**
 * Shadow repositories whose folder does not exist any more, or has no `.git` and is not tracked without. A disk that is not mounted looks the
 * same; a folder that only cannot be looked into does not.
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
