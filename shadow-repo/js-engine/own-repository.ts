import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import { gitDirOf } from "../../worktree/find-worktree.ts";
import { toGitPath, toText, type GitPath } from "../git-path.ts";

/**
 * Whether a folder that holds a `.git` is a worktree of its own, by git's test: it leads to a repository whose HEAD
 * names something. Where the folder's name is no UTF-8 this cannot be looked up, and it is taken for one.
 */
export function isOwnRepository(root: string, folder: GitPath): boolean {
  if (toGitPath(toText(folder)) !== folder) return true;
  const gitDir = gitDirOf(join(root, toText(folder), ".git"));
  return gitDir !== undefined && hasHead(join(gitDir, "HEAD"));
}

function hasHead(file: string): boolean {
  try {
    if (readlinkSync(file).startsWith("refs/")) return true;
  } catch {
    // Not a symlink, as in all but very old repositories.
  }
  try {
    return /^(ref:\s*refs\/|[0-9a-f]{40})/.test(readFileSync(file, "latin1"));
  } catch {
    return false;
  }
}
