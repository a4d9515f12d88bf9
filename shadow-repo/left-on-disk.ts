import { lstatSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { objectFormat } from "./create-shadow.ts";
import { foldersOf, onDisk, type GitPath } from "./git-path.ts";
import { linkFinder } from "./list-changes.ts";
import type { Place } from "./place.ts";
import { readGitConfig } from "../worktree/read-git-config.ts";
import { readIndex } from "./read-index.ts";

/**
 * Paths that look deleted between two captures but are not: their files are there and became ignored or unreadable, or a
 * sparse checkout took them out of the worktree. Nothing happened to them, so they are no part of a checkpoint.
 */
export function leftOnDisk(io: Io, place: Place, deleted: readonly GitPath[]): GitPath[] {
  if (deleted.length === 0) return [];
  const behindLink = linkFinder(place.worktree.root);
  const sparse = sparsePaths(io, place);
  const isSparse = (path: GitPath) => sparse.has(path) || (sparse.size > 0 && foldersOf(path).some((folder) => sparse.has(folder)));
  return deleted.filter((path) => isSparse(path) || (isFile(place, path) && !behindLink(path)));
}

/** Paths outside of the source's sparse checkout, in a sparse index whole folders; only a repository that says it has one is asked. */
function sparsePaths(io: Io, place: Place): ReadonlySet<GitPath> {
  const { commonDir, gitDir } = place.worktree;
  const isSparse = [`${commonDir}/config`, `${gitDir}/config.worktree`].some((file) => readGitConfig(file, io.env).get("core.sparsecheckout") === "true");
  const index = isSparse ? readIndex(`${gitDir}/index`, objectFormat(place) === "sha256" ? 32 : 20) : undefined;
  return new Set(index?.entries.filter(({ skipWorktree }) => skipWorktree).map(({ path }) => path));
}

function isFile(place: Place, path: GitPath): boolean {
  try {
    return !lstatSync(onDisk(place.worktree.root, path)).isDirectory();
  } catch {
    return false;
  }
}
