import { lstatSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { isObject } from "../kit/json.ts";
import { dataDir, forgetOldFiles } from "./data-dir.ts";
import { findGit } from "./find-git.ts";
import type { Worktree } from "./find-worktree.ts";

/** The question about a worktree that git answers before it works there. */
export interface Question {
  readonly cwd: string;
  readonly worktree: Worktree;
  /** The environment that git is started with. */
  readonly env: Readonly<Record<string, string>>;
}

/** The variables for each further git. */
export interface Answer {
  readonly variables: Readonly<Record<string, string>>;
  /**
   * The files of settings that git read for the answer; `undefined` if a setting may come in without a change in one of
   * them.
   */
  readonly settings?: readonly string[] | undefined;
}

interface Kept {
  readonly files: readonly string[];
  readonly signature: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Milliseconds for which an answer counts. By then a new system-wide file of settings in an unusual place is noticed.
 */
const LASTS = 10 * 60 * 1000;
/** A file that was changed so short a time ago could be changed once more and look the same. */
const YOUNG = 3000;
const LARGEST = 64 * 1024;

/**
 * git's answer, or its answer in an earlier hook: two processes fewer at each turn, a twentieth of its CPU time. It
 * counts as long as nothing changed that it depends on: the program, its environment, each folder from the working
 * folder up to the top, the repository's files and every file of settings. In doubt git is asked.
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

/**
 * Files of settings that git may read although it named none of their settings: there are no settings in them, or no
 * such file.
 */
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
 * Everything that the answer comes from, in words; `undefined` if it cannot be known: a file is too young, a folder on
 * the way up may be a repository for git, or a path cannot be looked at.
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

/** The folders from one up to the top of its worktree. @throws if the folder does not lie in the worktree */
function foldersUp(cwd: string, root: string): string[] {
  const folders = [realpathSync(cwd)];
  for (let folder = folders[0]!; folder !== root; folders.push(folder)) {
    folder = dirname(folder);
    if (folder.length < root.length) throw new Error("it lies elsewhere");
  }
  return folders;
}

/**
 * What a path is now: a file's identity, size and times; only the identity of a folder, whose times change with each
 * file in it; `null` if nothing is there.
 * @throws if the file is too young
 */
function stampOf(path: string, now: number): readonly unknown[] | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const { dev, ino, uid, mode, size, mtimeMs, ctimeMs } = stat;
  if (stat.isDirectory()) return [dev, ino, uid, mode];
  if (!(now - Math.max(mtimeMs, ctimeMs) > YOUNG)) throw new Error("it changed just now");
  return [dev, ino, uid, mode, size, mtimeMs, ctimeMs];
}

/** Whether something lies at a path. @throws if the path cannot be looked at */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * The file that keeps the answer; `undefined` where nothing can be kept. Windows gives files no numbers that are sure
 * to be their own.
 */
function fileOf(io: Io, { cwd, worktree }: Question): string | undefined {
  const data = dataDir(io);
  if (data === undefined || io.platform === "win32") return undefined;
  return `${data}/git-answers/${sha256(JSON.stringify([cwd, worktree.root])).slice(0, 32)}`;
}

/** The kept answer; `undefined` if its file is too old, not for the owner's eyes alone, or not whole. */
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
    return undefined; // there is none
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file cannot be removed, or the data folder is a file. An answer that stays counts for its own signature
    // alone.
  }
}

function write(io: Io, file: string, kept: Kept): void {
  try {
    const folder = dirname(file);
    makeFolder(folder);
    atomicWrite(file, JSON.stringify(kept), { pid: io.pid });
    forgetOldFiles(folder, io);
  } catch {
    // No room, or no right to write there: git is asked again.
  }
}
