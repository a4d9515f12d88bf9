import { fileSignature } from "../file-signature.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import type { IndexEntry } from "./read-index.ts";
import { readEntries } from "./split-index.ts";

const SUBMODULE = 0o160000;

/** The source's index, read when it is first asked for and only once. */
export interface SourceIndex {
  /** Changes whenever git writes it. */
  signature(): string;
  /** Files that the source's git tracks in its worktree: conflicts count, submodules and sparse entries do not. */
  tracked(): ReadonlyMap<GitPath, IndexEntry>;
}

export function sourceIndexOf(place: Place, idBytes: 20 | 32): SourceIndex {
  const file = `${place.worktree.gitDir}/index`; // each linked worktree has its own
  let tracked: Map<GitPath, IndexEntry> | undefined;
  return {
    signature: () => fileSignature(file),
    tracked: () => (tracked ??= trackedIn(readEntries(file, idBytes) ?? [])),
  };
}

function trackedIn(entries: readonly IndexEntry[]): Map<GitPath, IndexEntry> {
  const tracked = new Map<GitPath, IndexEntry>();
  for (const entry of entries) {
    if (entry.path === "") continue; // of a split index whose shared one is gone
    if (entry.mode !== SUBMODULE && !entry.skipWorktree && (entry.mode & 0o170000) !== 0o040000)
      tracked.set(entry.path, entry);
  }
  return tracked;
}
