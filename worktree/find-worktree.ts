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
  /**
   * The git folder that all linked worktrees share (objects, config, info/exclude); the same as `gitDir` in a main
   * worktree.
   */
  readonly commonDir: string;
}

/** A repository that has a worktree. */
export type Worktree = Required<Repository>;

/**
 * The worktree that holds a folder; `undefined` if the folder does not exist, is in no repository, in a bare one, or
 * inside `.git`.
 */
export function findWorktree(folder: string): Worktree | undefined {
  const repository = findRepository(folder);
  return repository && hasWorktree(repository) ? repository : undefined;
}

/** Whether a repository has a worktree, that is, is not bare. */
export function hasWorktree(repository: Repository): repository is Worktree {
  return repository.root !== undefined;
}

/**
 * The repository that holds a folder; `undefined` if the folder does not exist, is inside `.git`, or is in no
 * repository. As in git, the search goes up past a `.git` folder that is no repository, and ends at a bare repository
 * or at a `.git` file that leads nowhere. Unlike git, it also goes up past a `.git` of another user.
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
    return undefined; // like git, stop at a `.git` file that leads nowhere
  }
}

/**
 * The nearest `.git` file above a folder that leads to no repository, as its folder and its target; `undefined` if
 * there is none. The usual cause is that the repository of a linked worktree or submodule was moved.
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
    return undefined; // a path cannot be read
  }
}

/**
 * The repository whose git folder is `gitDir`. If the repository is bare and `gitDir` is not that of a linked worktree,
 * the result has no `root`.
 */
function asWorktree(root: string, gitDir: string, commonDir: string): Repository {
  return gitDir === commonDir && isBare(gitDir) ? { gitDir, commonDir } : { root, gitDir, commonDir };
}

function isBare(gitDir: string): boolean {
  const value = bareIn(`${gitDir}/config.worktree`) ?? bareIn(`${gitDir}/config`);
  return value !== undefined && value !== "false" && /^(true|yes|on|-?0*[1-9]\d*)$/i.test(value);
}

/**
 * The value of `core.bare` in a config file; `undefined` if it is not set. Every hook calls this, so the line that git
 * writes itself is recognized without parsing the file.
 */
function bareIn(file: string): string | undefined {
  const text = gitConfigText(file);
  const rest = text.replace("\tbare = false\n", "");
  if (!rest.toLowerCase().includes("bare")) return rest === text ? undefined : "false";
  return readGitConfig(file, {}).get("core.bare");
}

/** The git folder of a `.git` file or folder; `undefined` if it leads to no repository. */
export function gitDirOf(dotGit: string): string | undefined {
  try {
    return namedFolder(dotGit);
  } catch {
    return undefined;
  }
}

/**
 * The git folder of a `.git` file or folder; `undefined` if there is no `.git`, or a folder that is no repository.
 * @throws if `.git` is a file that leads to no repository: git fails there, too
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

/** The folder that a `.git` file names. Like git, removes all line breaks at its end. */
function targetOf(dotGit: string): string | undefined {
  return /^gitdir: ([^]*?)[\r\n]*$/.exec(readPointer(dotGit))?.[1];
}

function asRepository(folder: string): string | undefined {
  return isRepository(folder) ? realpathSync(folder) : undefined;
}

/** Whether a folder is a git repository by git's own test: a valid HEAD, and folders `objects` and `refs`. */
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
 * Whether a file is a valid HEAD: `ref: refs/…`, the id of a commit, or, in old repositories, a link to a branch (which
 * need not exist yet).
 */
function isHead(file: string): boolean {
  if (lstatSync(file).isSymbolicLink()) return readlinkSync(file).startsWith("refs/");
  const text = readRegularFile(file, 255).bytes.toString();
  return /^ref:[ \t\n\v\f\r]*refs\//.test(text) || /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-f])/i.test(text);
}

/** The git folder that all linked worktrees share. @throws if the file `commondir` names no existing folder */
function commonDirOf(gitDir: string): string {
  const pointer = `${gitDir}/commondir`;
  if (!existsSync(pointer)) return gitDir; // usually the file is missing, and an exception is slow
  return realpathSync(resolve(gitDir, readPointer(pointer).replace(/[\r\n]+$/, "")));
}

/** The text of a file that holds the path of a folder. @throws if it is longer than any path */
function readPointer(file: string): string {
  const { bytes, whole } = readRegularFile(file, 8192);
  if (!whole) throw new Error(`${file} is too long`);
  return bytes.toString();
}
