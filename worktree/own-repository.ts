import { dirname, resolve } from "node:path";

import { isIn, readRegularFile, realPath } from "../kit/files.ts";
import { findRepository, hasWorktree } from "./find-worktree.ts";
import { readGitConfig } from "./read-git-config.ts";

/** Bytes of a file that names a folder. */
const LARGEST = 8192;

/**
 * Whether the repository of a folder is the folder's own: its git folder lies in the worktree, or names that worktree
 * itself, as git writes it for a linked worktree (`gitdir`) and a submodule (`core.worktree`). A `.git` file that came
 * with the project may point to any repository of the machine, whose history is nobody's to tell here.
 */
export function isOwnRepository(folder: string): boolean {
  const repository = findRepository(folder);
  if (!repository) return false;
  const { gitDir } = repository;
  if (!hasWorktree(repository)) return true;
  const { root } = repository;
  if (isIn(gitDir, root)) return true;
  const linked = pointerIn(`${gitDir}/gitdir`);
  if (linked !== undefined) return realPath(dirname(resolve(gitDir, linked))) === root;
  const worktree = readGitConfig(`${gitDir}/config`, {}).get("core.worktree");
  return worktree !== undefined && realPath(resolve(gitDir, worktree)) === root;
}

function pointerIn(file: string): string | undefined {
  try {
    return readRegularFile(file, LARGEST).bytes.toString("utf8").trim();
  } catch {
    return undefined;
  }
}
