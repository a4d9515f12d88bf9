import { join } from "node:path";

import type { GitPath } from "./git-path.ts";
import type { Place } from "./place.ts";
import { readIndex, type IndexEntry } from "./read-index.ts";

const SUBMODULE = 0o160000;

/** Files that the source's git tracks in its worktree, by path: conflicts count, submodules and sparse entries do not. */
export function trackedBySource(place: Place, idBytes: 20 | 32): Map<GitPath, IndexEntry> {
  const tracked = new Map<GitPath, IndexEntry>();
  for (const entry of readIndex(sourceIndex(place), idBytes)?.entries ?? []) {
    if (entry.mode !== SUBMODULE && !entry.skipWorktree && (entry.mode & 0o170000) !== 0o040000) tracked.set(entry.path, entry);
  }
  return tracked;
}

/** Each linked worktree has its own. */
export function sourceIndex(place: Place): string {
  return join(place.worktree.gitDir, "index");
}
