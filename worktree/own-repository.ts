import { dirname, resolve } from "node:path";

import { isIn, readRegularFile, realPath } from "../kit/files.ts";
import { findRepository, hasWorktree, type Worktree } from "./find-worktree.ts";
import { readGitConfig } from "./read-git-config.ts";

/** Bytes of a file that names a folder. */
const LARGEST = 8192;

/** The folders of a git folder that hold its history; each may be a link to another repository's. */
const HISTORY = ["objects", "refs"];

/**
 * Whether the repository of a folder is the folder's own: its git folder lies in the worktree, or names that worktree
 * itself, as git writes it for a linked worktree (`gitdir`) and a submodule (`core.worktree`). A `.git` that came with
 * the project, a file or a folder, may point to any repository of the machine, whose history is nobody's to tell here.
 */
export function isOwnRepository(folder: string): boolean {
  const repository = findRepository(folder);
  if (!repository) return false;
  if (!hasWorktree(repository)) return true;
  const { root, gitDir, commonDir } = repository;
  if (HISTORY.some((name) => !isIn(realPath(`${commonDir}/${name}`), commonDir))) return false;
  if (gitDir !== commonDir) return isLinked(repository);
  if (isIn(gitDir, root)) return true;
  const worktree = readGitConfig(`${gitDir}/config`, {}).get("core.worktree");
  return worktree !== undefined && realPath(resolve(gitDir, worktree)) === root;
}

/** Whether the repository lists this worktree among its own, in a folder that only git writes. */
function isLinked({ root, gitDir, commonDir }: Worktree): boolean {
  const named = dirname(gitDir) === `${commonDir}/worktrees` ? pointerIn(`${gitDir}/gitdir`) : undefined;
  return named !== undefined && realPath(dirname(resolve(gitDir, named))) === root;
}

function pointerIn(file: string): string | undefined {
  try {
    return readRegularFile(file, LARGEST).bytes.toString("utf8").trim();
  } catch {
    return undefined;
  }
}
