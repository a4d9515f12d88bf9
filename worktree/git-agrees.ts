import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import { gitEnvironment } from "../kit/git-environment.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import type { Worktree } from "./find-worktree.ts";
import { waitingInGit } from "./waiting-file.ts";

/** Milliseconds that git may take for its answer. */
const PATIENCE = 2000;

/**
 * Whether git finds the same worktree from a folder as snapveil did; `undefined` if git is missing or does not answer.
 * In a hostile repository a file may mean one repository to snapveil and another to git: snapveil would then read the
 * settings of the wrong repository. `git rev-parse` starts no other program.
 */
export function gitAgrees(io: Pick<Io, "env" | "timeLeft">, cwd: string, worktree: Worktree): boolean | undefined {
  const found = askGit(io, cwd, worktree);
  return found && isSame(found, worktree) && found.root === worktree.root;
}

/**
 * Whether git finds the same repository from a folder, whatever its worktree; `undefined` if git does not answer. If
 * `core.worktree` names another folder, the agent still works in the folder around `.git`, so snapveil records that
 * folder. Later calls of git ignore `core.worktree`, see `heldTo`.
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
 * The folders that git finds, with links resolved; a folder that does not exist is `undefined`. The result is
 * `undefined` if git does not answer.
 */
function askGit(io: Pick<Io, "env" | "timeLeft">, cwd: string, worktree: Worktree): Partial<Worktree> | undefined {
  if (waitingInGit(worktree) !== undefined) return undefined; // git would hang on a pipe or device.
  const question = ["rev-parse", "--absolute-git-dir", "--git-common-dir", "--show-toplevel"];
  // A project may contain a folder that is a bare repository with hostile settings: git then ignores it.
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

/** Variables that make git use a known worktree instead of searching for one. */
export function heldTo({ root, gitDir, commonDir }: Worktree): Record<string, string> {
  return { GIT_DIR: gitDir, GIT_COMMON_DIR: commonDir, GIT_WORK_TREE: root };
}
