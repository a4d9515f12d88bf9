import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { shadowsFolder } from "./place.ts";
import { folderSize } from "./folder-size.ts";
import { namesIn } from "./sweep-leftovers.ts";

/** A shadow repository whose worktree is no more. */
export interface Orphan {
  readonly shadow: string;
  readonly worktree: string;
  /** On disk. */
  readonly bytes: number;
}

/** Shadow repositories whose folder does not exist any more, or has no `.git`. A disk that is not mounted looks the same. */
export function findOrphans(data: string | undefined): Orphan[] {
  if (data === undefined) return [];
  const folder = shadowsFolder(data);
  return namesIn(folder).flatMap((name) => {
    const shadow = join(folder, name);
    const worktree = worktreeOf(shadow);
    return worktree !== undefined && !existsSync(join(worktree, ".git")) ? [{ shadow, worktree, bytes: folderSize(shadow) }] : [];
  });
}

function worktreeOf(shadow: string): string | undefined {
  try {
    return readFileSync(join(shadow, "worktree"), "utf8").replace(/\n$/, "");
  } catch {
    return undefined;
  }
}
