import type { GitPath } from "./git-path.ts";
import type { Place } from "./place.ts";
import { readIndex, type GitIndex, type IndexEntry } from "./read-index.ts";

const SUBMODULE = 0o160000;

/** The source's index, read when it is first asked for and only once. */
export interface SourceIndex {
  readonly file: string;
  read(): GitIndex | undefined;
  /** Files that the source's git tracks in its worktree: conflicts count, submodules and sparse entries do not. */
  tracked(): ReadonlyMap<GitPath, IndexEntry>;
}

export function sourceIndexOf(place: Place, idBytes: 20 | 32): SourceIndex {
  const file = `${place.worktree.gitDir}/index`; // each linked worktree has its own
  let index: { found: GitIndex | undefined } | undefined;
  let tracked: Map<GitPath, IndexEntry> | undefined;
  const read = () => (index ??= { found: readIndex(file, idBytes) }).found;
  return { file, read, tracked: () => (tracked ??= trackedIn(read())) };
}

function trackedIn(index: GitIndex | undefined): Map<GitPath, IndexEntry> {
  const tracked = new Map<GitPath, IndexEntry>();
  for (const entry of index?.entries ?? []) {
    if (entry.path === "") continue; // a split index names what it took over elsewhere
    if (entry.mode !== SUBMODULE && !entry.skipWorktree && (entry.mode & 0o170000) !== 0o040000) tracked.set(entry.path, entry);
  }
  return tracked;
}
