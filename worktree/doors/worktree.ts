/** @file The worktree and the repository that a folder is in. */

export {
  findRepository,
  findWorktree,
  gitDirOf,
  hasWorktree,
  type Repository,
  type Worktree,
} from "../find-worktree.ts";
export { enclosingFolders, topFolders } from "../enclosing-folders.ts";
export { noWorktree } from "../no-worktree.ts";
export { isOwnRepository } from "../own-repository.ts";

// Files that a build or a package manager makes anew.
export { isMadeAgain, isOfTests } from "../known-output.ts";
