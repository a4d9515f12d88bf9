import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import { gitEnvironment } from "../kit/git-environment.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import type { Worktree } from "./find-worktree.ts";
import { waitingInGit } from "./waiting-file.ts";

/** Milliseconds: git reads a few small files. */
const PATIENCE = 2000;

/**
 * Whether git finds the same worktree from a folder as snapveil did. A hostile repository can write files that two
 * readers understand in two ways: snapveil would look at the settings of one repository and git would work with those
 * of another. Starts no program but git, which starts none for this question. `undefined` if git is not there or
 * refuses to answer.
 */
export function gitAgrees(io: Pick<Io, "env" | "timeLeft">, cwd: string, worktree: Worktree): boolean | undefined {
  const found = askGit(io, cwd, worktree);
  return found && isSame(found, worktree) && found.root === worktree.root;
}

/**
 * Whether git finds the same repository from a folder, whatever its worktree. A `core.worktree` that names another
 * folder is no reason to lose the work in the folder around `.git`, in which the agent works: no later call to git
 * reads that setting, see `heldTo`. `undefined` if git does not answer.
 */
export function gitAgreesOnRepository(
  io: Pick<Io, "env" | "timeLeft">,
  cwd: string,
  worktree: Worktree,
): boolean | undefined {
  const found = askGit(io, cwd, worktree);
  return found && isSame(found, worktree);
}

function isSame(found: Partial<Worktree>, { gitDir, commonDir }: Worktree): boolean {
  return found.gitDir === gitDir && found.commonDir === commonDir;
}

/**
 * The folders that git finds, with links resolved; a missing folder is left out. `undefined` if git does not answer.
 */
function askGit(io: Pick<Io, "env" | "timeLeft">, cwd: string, worktree: Worktree): Partial<Worktree> | undefined {
  if (waitingInGit(worktree) !== undefined) return undefined; // git would wait for it
  const question = ["rev-parse", "--absolute-git-dir", "--git-common-dir", "--show-toplevel"];
  // A folder that looks like a bare repository may be a trap that came with the files.
  const args = ["-c", "safe.bareRepository=explicit", "-C", cwd, ...question];
  const limits = { timeout: PATIENCE, timeLeft: io.timeLeft, maxOutput: 64 * 1024 };
  const { status, stdout } = runProcess("git", args, { env: gitEnvironment(io.env), ...limits });
  const lines = stdout.toString("utf8").replace(/\n$/, "").split("\n");
  if (status !== 0 || lines.length !== 3) return undefined;
  const [gitDir, commonDir, root] = lines.map((line) => realFolder(resolve(cwd, line)));
  return { gitDir, commonDir, root } as Partial<Worktree>;
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Variables that hold git to a known worktree, so that it does not look for one again. */
export function heldTo({ root, gitDir, commonDir }: Worktree): Record<string, string> {
  return { GIT_DIR: gitDir, GIT_COMMON_DIR: commonDir, GIT_WORK_TREE: root };
}
