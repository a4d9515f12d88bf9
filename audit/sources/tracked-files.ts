import { dirname, join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { askGit, sourceRepository } from "../git/repository.ts";

/** What a worktree's index holds, by absolute paths. */
export interface TrackedFiles {
  hasFile(path: string): boolean;
  /** Whether a tracked file lies somewhere below. */
  hasFolder(path: string): boolean;
}

/** The tracked files of a worktree; none where there is no worktree or git cannot say. */
export function trackedFiles(io: Io, root: string | undefined): TrackedFiles {
  return root === undefined ? toTrackedFiles("", []) : toTrackedFiles(root, listTracked(io, root));
}

function listTracked(io: Io, root: string): string[] {
  try {
    return askGit(sourceRepository(io, root), ["ls-files", "-z"])
      .toString("utf8")
      .split("\0")
      .filter((path) => path !== "");
  } catch (error) {
    if (error instanceof UserError) return []; // then no comment counts, and what is ignored stays left out
    throw error;
  }
}

function toTrackedFiles(root: string, paths: readonly string[]): TrackedFiles {
  const files = new Set(paths.map((path) => join(root, path)));
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); folder.length > root.length && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  return { hasFile: (path) => files.has(path), hasFolder: (path) => folders.has(path) };
}
