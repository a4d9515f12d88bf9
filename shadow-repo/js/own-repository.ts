import { join } from "node:path";

import { gitDirOf } from "../../worktree/find-worktree.ts";
import { toGitPath, toText, type GitPath } from "../git-path.ts";

/**
 * Whether a folder that holds a `.git` is a worktree of its own, by git's test: it leads to a repository whose HEAD
 * names something. Where the folder's name is no UTF-8 this cannot be looked up, and it is taken for one.
 */
export function isOwnRepository(root: string, folder: GitPath): boolean {
  return toGitPath(toText(folder)) !== folder || gitDirOf(join(root, toText(folder), ".git")) !== undefined;
}
