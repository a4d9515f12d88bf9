import { dirname, resolve } from "node:path";

import { isIn, readRegularFile, realPath } from "../kit/files.ts";
import { findRepository, hasWorktree, type Worktree } from "./find-worktree.ts";
import { readGitConfig } from "./read-git-config.ts";

/** The largest size, in bytes, of a file that holds the path of a folder. */
const LARGEST = 8192;

/** The subfolders of a git folder that hold its commits. Each may be a link into another repository. */
const HISTORY = ["objects", "refs"];

/**
 * Whether a folder's repository belongs to the folder: the git folder lies in the worktree, or the git folder names the
 * worktree, as git writes it for a linked worktree (`gitdir`) or a submodule (`core.worktree`). A `.git` that came with
 * a project may point to any other repository of the machine, whose history must not be shown.
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

/** Whether the repository lists this worktree below `worktrees`, a folder that only git writes. */
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
