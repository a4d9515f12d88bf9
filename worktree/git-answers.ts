import { lstatSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { isObject } from "../kit/json.ts";
import { dataDir, forgetOldFiles } from "./data-dir.ts";
import { findGit } from "./find-git.ts";
import type { Worktree } from "./find-worktree.ts";

/** A worktree about which git is asked before snapveil works there. */
export interface Question {
  readonly cwd: string;
  readonly worktree: Worktree;
  /** The environment in which git is started. */
  readonly env: Readonly<Record<string, string>>;
}

/** git's answer: environment variables for all later git processes in the worktree. */
export interface Answer {
  readonly variables: Readonly<Record<string, string>>;
  /**
   * The config files that git read for the answer; `undefined` if the answer may also depend on something else, so that
   * the answer cannot be kept.
   */
  readonly settings?: readonly string[] | undefined;
}

interface Kept {
  readonly files: readonly string[];
  readonly signature: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Milliseconds for which a kept answer is valid. For at most this time a new system-wide config file in an unusual
 * folder goes unnoticed.
 */
const LASTS = 10 * 60 * 1000;
/**
 * Milliseconds after a change within which a file may change again without a new time stamp. No answer that depends on
 * such a file is kept.
 */
const YOUNG = 3000;
const LARGEST = 64 * 1024;

/**
 * git's answer to a question, or the answer kept by an earlier hook, which saves two processes and a twentieth of the
 * CPU time of a turn. A kept answer is valid while nothing that it depends on has changed: the program, its
 * environment, the folders from the working folder to the top, the repository's files and all config files.
 */
export function answerAbout(io: Io, question: Question, ask: () => Answer | undefined): Answer | undefined {
  const file = fileOf(io, question);
  if (file === undefined) return ask();
  const known = read(file, io);
  if (known && known.signature === signatureOf(io, question, known.files)) return known;
  const usual = usualSettings(io, question.env);
  const before = signatureOf(io, question, usual);
  const answer = ask();
  if (!answer?.settings || before === undefined || before !== signatureOf(io, question, usual)) {
    forget(file);
    return answer;
  }
  const files = [...new Set([...usual, ...answer.settings])];
  const signature = signatureOf(io, question, files);
  if (signature !== undefined) write(io, file, { files, signature, variables: answer.variables });
  return answer;
}

/** Config files that git reads but may not list in its answer, since they are empty or missing. */
function usualSettings(io: Io, env: Question["env"]): string[] {
  const home = env["HOME"] ?? "";
  const git = findGit(io);
  return [
    `${home}/.gitconfig`,
    `${env["XDG_CONFIG_HOME"] || `${home}/.config`}/git/config`,
    "/etc/gitconfig",
    ...(git === undefined ? [] : [`${dirname(dirname(realpathSync(git)))}/etc/gitconfig`]),
  ];
}

/**
 * A text of everything that an answer depends on, for comparison. `undefined` if an answer must not be kept: a file was
 * changed within `YOUNG` milliseconds, a folder below the top may be a repository, or a path cannot be read.
 */
function signatureOf(io: Io, { cwd, worktree, env }: Question, settings: readonly string[]): string | undefined {
  const { root, gitDir, commonDir } = worktree;
  const git = findGit(io);
  if (git === undefined) return undefined;
  try {
    const folders = foldersUp(cwd, root);
    const within = folders.slice(0, -1);
    if (within.some((folder) => isThere(`${folder}/HEAD`) || isThere(`${folder}/.git`))) return undefined;
    const files = [
      git,
      `${root}/.git`,
      ...["HEAD", "commondir", "gitdir", "config.worktree"].map((name) => `${gitDir}/${name}`),
      `${commonDir}/config`,
      ...settings,
    ];
    const stamps = [...folders, gitDir, commonDir, ...files].map((path) => stampOf(path, io.now().getTime()));
    return JSON.stringify([cwd, worktree, env, settings, stamps]);
  } catch {
    return undefined;
  }
}

/** The folders from `cwd` up to the top of its worktree. @throws if `cwd` is not in the worktree */
function foldersUp(cwd: string, root: string): string[] {
  const folders = [realpathSync(cwd)];
  for (let folder = folders[0]!; folder !== root; folders.push(folder)) {
    folder = dirname(folder);
    if (folder.length < root.length) throw new Error("it lies elsewhere");
  }
  return folders;
}

/**
 * The state of a path, for comparison; `null` if nothing is there. A file has identity, size and times; a folder only
 * its identity, since its times change with each file in it.
 * @throws if the file was changed within `YOUNG` milliseconds
 */
function stampOf(path: string, now: number): readonly unknown[] | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const { dev, ino, uid, mode, size, mtimeMs, ctimeMs } = stat;
  if (stat.isDirectory()) return [dev, ino, uid, mode];
  if (!(now - Math.max(mtimeMs, ctimeMs) > YOUNG)) throw new Error("it changed just now");
  return [dev, ino, uid, mode, size, mtimeMs, ctimeMs];
}

/** Whether a path exists. @throws if it cannot be examined */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * The path of the kept answer; `undefined` if answers are not kept: there is no data folder, or on Windows, where inode
 * numbers are not unique.
 */
function fileOf(io: Io, { cwd, worktree }: Question): string | undefined {
  const data = dataDir(io);
  if (data === undefined || io.platform === "win32") return undefined;
  return `${data}/git-answers/${sha256(JSON.stringify([cwd, worktree.root])).slice(0, 32)}`;
}

/** The kept answer; `undefined` if its file is missing, too old, readable by others, or incomplete. */
function read(file: string, io: Io): Kept | undefined {
  try {
    const { mtimeMs, mode } = statSync(file);
    const age = io.now().getTime() - mtimeMs;
    if (age < 0 || age > LASTS || (mode & 0o077) !== 0) return undefined;
    const value: unknown = JSON.parse(readRegularFile(file, LARGEST).bytes.toString());
    if (!isObject(value)) return undefined;
    const { files, signature, variables } = value;
    return Array.isArray(files) && typeof signature === "string" && isObject(variables)
      ? { files: files as string[], signature, variables: variables as Record<string, string> }
      : undefined;
  } catch {
    return undefined; // the file is missing or cannot be read
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file cannot be removed. A later hook uses its answer only if its signature still fits.
  }
}

function write(io: Io, file: string, kept: Kept): void {
  try {
    const folder = dirname(file);
    makeFolder(folder);
    atomicWrite(file, JSON.stringify(kept), { pid: io.pid });
    forgetOldFiles(folder, io);
  } catch {
    // The answer cannot be written, so the next hook asks git.
  }
}
