import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";

import { readRegularFile } from "../kit/read-regular-file.ts";

/** A git worktree, found without starting git. All paths are absolute with symlinks resolved. */
export interface Worktree {
  /** The top folder of the worktree. */
  readonly root: string;
  /** This worktree's own git folder: `.git`, or what a `.git` file points to. */
  readonly gitDir: string;
  /** The folder that all linked worktrees share (objects, config, info/exclude); `gitDir` where there is only one. */
  readonly commonDir: string;
}

/**
 * The worktree that holds a folder, or `undefined`: no repository, a bare one, inside `.git`, or no such folder.
 * Walks up as git does: a `.git` that is no repository is passed over, a bare repository on the way ends the search.
 */
export function findWorktree(folder: string): Worktree | undefined {
  let current: string;
  try {
    current = realpathSync(folder);
    if (!statSync(current).isDirectory()) return undefined;
  } catch {
    return undefined;
  }
  if (current.split(sep).includes(".git")) return undefined;
  for (;;) {
    const dotGit = `${current}/.git`;
    const gitDir = existsSync(dotGit) ? gitDirOf(dotGit) : undefined;
    if (gitDir) return { root: current, gitDir, commonDir: commonDirOf(gitDir) };
    if (isRepository(current)) return undefined;
    const parent = dirname(current);
    if (parent === current) return undefined;
    current = parent;
  }
}

export function gitDirOf(dotGit: string): string | undefined {
  try {
    if (lstatSync(dotGit).isFile()) {
      const target = /^gitdir: (.*?)\r?\n*$/s.exec(readPointer(dotGit))?.[1];
      return target ? asRepository(resolve(dirname(dotGit), target)) : undefined;
    }
    return asRepository(dotGit);
  } catch {
    return undefined;
  }
}

function asRepository(folder: string): string | undefined {
  return isRepository(folder) ? realpathSync(folder) : undefined;
}

/** git's own test, less the check of what HEAD says. */
function isRepository(folder: string): boolean {
  try {
    lstatSync(`${folder}/HEAD`);
    const shared = commonDirOf(folder);
    return statSync(`${shared}/objects`).isDirectory() && statSync(`${shared}/refs`).isDirectory();
  } catch {
    return false;
  }
}

function commonDirOf(gitDir: string): string {
  const pointer = `${gitDir}/commondir`;
  if (!existsSync(pointer)) return gitDir; // mostly there is none, and an exception is dear
  try {
    const target = readPointer(pointer).replace(/\r?\n$/, "");
    return realpathSync(resolve(gitDir, target));
  } catch {
    return gitDir;
  }
}

/** What a one-line file of git's says; anything longer is none. */
function readPointer(file: string): string {
  return readRegularFile(file, 4096).bytes.toString("utf8");
}
