import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";

import { isFolder, readRegularFile, realPath } from "../kit/files.ts";
import { gitConfigText, readGitConfig } from "./read-git-config.ts";
import { isRepositoryFor } from "./trust/owner.ts";

/** A git repository, found without starting git. All paths are absolute with symlinks resolved. */
export interface Repository {
  /** The top folder of the worktree; absent in a bare repository. */
  readonly root?: string;
  /** This worktree's own git folder: `.git`, or the target of a `.git` file. */
  readonly gitDir: string;
  /** The folder that all linked worktrees share (objects, config, info/exclude); `gitDir` if there is only one. */
  readonly commonDir: string;
}

/** A repository that has a worktree. */
export type Worktree = Required<Repository>;

/** The worktree that holds a folder, or `undefined`: no repository, a bare one, inside `.git`, or no such folder. */
export function findWorktree(folder: string): Worktree | undefined {
  const repository = findRepository(folder);
  return repository && hasWorktree(repository) ? repository : undefined;
}

/** Whether the repository has a worktree, so that it is not bare. */
export function hasWorktree(repository: Repository): repository is Worktree {
  return repository.root !== undefined;
}

/**
 * The repository that holds a folder, or `undefined`: there is none, the folder is inside `.git`, or there is no such
 * folder. Walks up as git does: a `.git` folder that is no repository is passed over, a `.git` file that leads to none
 * and a bare repository on the way end the search. A `.git` that another user laid there is passed over, while git ends
 * its search there.
 */
export function findRepository(folder: string): Repository | undefined {
  let current: string;
  try {
    current = realpathSync(folder);
    if (!isFolder(current)) return undefined;
  } catch {
    return undefined;
  }
  if (current.split(sep).includes(".git")) return undefined;
  try {
    for (;;) {
      const isOthers = (gitDir: string) => !isRepositoryFor(folder, gitDir);
      const gitDir = namedFolder(`${current}/.git`, isOthers);
      if (gitDir) return asWorktree(current, gitDir, commonDirOf(gitDir));
      if (isRepository(current) && !isOthers(current)) return { gitDir: current, commonDir: commonDirOf(current) };
      const parent = dirname(current);
      if (parent === current) return undefined;
      current = parent;
    }
  } catch {
    return undefined; // git goes no further up if a `.git` leads nowhere
  }
}

/**
 * A `.git` file on the way up that leads to no repository, and its target: mostly the repository of a linked worktree
 * or a submodule was moved.
 */
export function lostRepository(folder: string): { readonly root: string; readonly gitDir: string } | undefined {
  try {
    for (let root = realPath(folder); ; root = dirname(root)) {
      const dotGit = `${root}/.git`;
      if (gitDirOf(dotGit) !== undefined || dirname(root) === root) return undefined;
      const isPointer = lstatSync(dotGit, { throwIfNoEntry: false })?.isFile() === true;
      if (isPointer) return { root, gitDir: resolve(root, targetOf(dotGit) ?? "") };
    }
  } catch {
    return undefined; // it cannot be read
  }
}

/**
 * The repository of a folder. A bare one's own folder is no worktree; only the linked worktrees that were added to it
 * are.
 */
function asWorktree(root: string, gitDir: string, commonDir: string): Repository {
  return gitDir === commonDir && isBare(gitDir) ? { gitDir, commonDir } : { root, gitDir, commonDir };
}

function isBare(gitDir: string): boolean {
  const value = bareIn(`${gitDir}/config.worktree`) ?? bareIn(`${gitDir}/config`);
  return value !== undefined && value !== "false" && /^(true|yes|on|-?0*[1-9]\d*)$/i.test(value);
}

/**
 * The value of `core.bare` in a file. Every hook asks, so git's own usual lines are recognized without reading the
 * rest.
 */
function bareIn(file: string): string | undefined {
  const text = gitConfigText(file);
  const rest = text.replace("\tbare = false\n", "");
  if (!rest.toLowerCase().includes("bare")) return rest === text ? undefined : "false";
  return readGitConfig(file, {}).get("core.bare");
}

/** The git folder that a `.git` stands for; `undefined` if it stands for none. */
export function gitDirOf(dotGit: string): string | undefined {
  try {
    return namedFolder(dotGit);
  } catch {
    return undefined;
  }
}

/**
 * The git folder that a `.git` stands for; `undefined` if it stands for none.
 * @throws if it is a file that leads to no repository: git then refuses to go on
 */
function namedFolder(dotGit: string, isOthers: (path: string) => boolean = () => false): string | undefined {
  const stat = lstatSync(dotGit, { throwIfNoEntry: false });
  if (stat === undefined || isOthers(dotGit)) return undefined;
  if (isFolder(dotGit)) return asRepository(dotGit);
  if (!stat.isFile()) return undefined;
  const target = targetOf(dotGit);
  const found = target && asRepository(resolve(dirname(dotGit), target));
  if (!found) throw new Error(`${dotGit} leads to no repository`);
  return found;
}

/** The folder that a `.git` file names; all line ends behind the name are taken off, as git does it. */
function targetOf(dotGit: string): string | undefined {
  return /^gitdir: ([^]*?)[\r\n]*$/.exec(readPointer(dotGit))?.[1];
}

function asRepository(folder: string): string | undefined {
  return isRepository(folder) ? realpathSync(folder) : undefined;
}

/** Whether git takes a folder for a repository, by git's own test. */
function isRepository(folder: string): boolean {
  try {
    if (!isHead(`${folder}/HEAD`)) return false;
    const shared = commonDirOf(folder);
    return isFolder(`${shared}/objects`) && isFolder(`${shared}/refs`);
  } catch {
    return false;
  }
}

/**
 * Whether a file is a HEAD: `ref: refs/…` or an object's id; in old repositories a link to a branch, which may not be
 * there yet.
 */
function isHead(file: string): boolean {
  if (lstatSync(file).isSymbolicLink()) return readlinkSync(file).startsWith("refs/");
  const text = readRegularFile(file, 255).bytes.toString();
  return /^ref:[ \t\n\v\f\r]*refs\//.test(text) || /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-f])/i.test(text);
}

/** The folder that all linked worktrees share. @throws if the file that names it leads nowhere */
function commonDirOf(gitDir: string): string {
  const pointer = `${gitDir}/commondir`;
  if (!existsSync(pointer)) return gitDir; // mostly there is none, and an exception is dear
  return realpathSync(resolve(gitDir, readPointer(pointer).replace(/[\r\n]+$/, "")));
}

/** The text of a file that names a folder. @throws if it is longer than any path */
function readPointer(file: string): string {
  const { bytes, whole } = readRegularFile(file, 8192);
  if (!whole) throw new Error(`${file} is too long`);
  return bytes.toString();
}
