import { resolve } from "node:path";

import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import type { Io } from "../../kit/io.ts";
import { safeGit, type SafeGit } from "../safe-git.ts";

/** The most milliseconds that one command of git may take. */
const PATIENCE = 2000;

/**
 * Whether a repository holds work that no remote has: files that are no output of builds and in no commit, stashes,
 * commits that no remote-tracking branch contains. Also true if git cannot tell. A clone without such work is no loss,
 * since it can be cloned again.
 * @param folder the top folder of the repository's worktree
 */
export function holdsOwnWork(folder: string, io: Io): boolean {
  const git = safeGit(io, folder, { needsWorktree: true, patience: PATIENCE });
  if (!git || git.root !== resolve(folder) || !isAllCommitted(git)) return true;
  return [
    ["for-each-ref", "--count=1", "refs/stash"],
    ["rev-list", "--max-count=1", "HEAD", "--branches", "--tags", "--not", "--remotes"],
  ].some((words) => {
    const { status, stdout } = git.run(words);
    return status !== 0 || stdout.length > 0;
  });
}

/** Whether all files of a worktree, except for output of builds, are as in its commit; false if git cannot tell. */
export function isAllCommitted(git: SafeGit): boolean {
  const options = ["--porcelain", "-z", "--untracked-files=all", "--ignored=traditional"];
  const { status, stdout } = git.run(["status", ...options]);
  const rows = stdout.toString("utf8").split("\0").filter(Boolean);
  return status === 0 && rows.every((row) => row.startsWith("!! ") && isMadeAgain(row.slice(3)));
}
