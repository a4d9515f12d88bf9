import { existsSync, lstatSync, readdirSync, statSync, type Dirent } from "node:fs";
import { resolve } from "node:path";

import { readRegularFile } from "../kit/files.ts";
import type { Repository } from "./find-worktree.ts";

/** Folders of a worktree that are looked into if nothing speaks against it: some milliseconds. */
const FEW = 200;

/** The files that git opens in each folder of a worktree. */
const EVERYWHERE = [".gitignore", ".gitattributes"];

/** Bytes of a file that git reads as a whole and fills itself with lines of one name each. */
const LARGEST = 16 * 1024 ** 2;

/** Object folders that a repository may borrow from, each of which may borrow from further ones. */
const MOST_ALTERNATES = 50;

/**
 * One of git's own files that git would open and wait for, or read without end: a pipe or a device. A repository can
 * bring any kind of file. A sparse file of many gigabytes, in the place of a few lines, is as good as a device.
 */
export function waitingInGit({ root, gitDir, commonDir }: Repository): string | undefined {
  const inGitDir = (names: readonly string[]) => names.map((name) => `${gitDir}/${name}`);
  const inCommonDir = (names: readonly string[]) => names.map((name) => `${commonDir}/${name}`);
  const files = [
    ...inGitDir(["index", "config.worktree", "info/sparse-checkout"]),
    ...inCommonDir(["config", "packed-refs", "info/exclude", "info/attributes", "objects/info/commit-graph"]),
    ...(root === undefined ? [] : [`${root}/.gitmodules`]),
  ];
  const short = [
    ...inGitDir(["HEAD", "commondir", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"]),
    ...inCommonDir(["shallow", "info/grafts", ...branchOf(gitDir)]),
  ];
  return (
    files.find((file) => isWaitedFor(file, statSync)) ??
    short.find((file) => isWaitedFor(file, statSync, LARGEST)) ??
    waitingAlternate(`${commonDir}/objects`)
  );
}

/**
 * A file that git would wait for among those that name further object folders: git reads each of them as a whole, and
 * those of the named folders. Git passes over the same lines that are passed over here.
 */
function waitingAlternate(objects: string): string | undefined {
  const folders = new Set([objects]);
  for (const folder of folders) {
    const file = `${folder}/info/alternates`;
    if (!existsSync(file)) continue; // mostly, and an exception is dear
    if (isWaitedFor(file, statSync, LARGEST)) return file;
    const named = alternatesIn(file);
    if (named === undefined || folders.size + named.length > MOST_ALTERNATES) return file;
    for (const name of named) folders.add(resolve(folder, name));
  }
  return undefined;
}

/**
 * The object folders that a file names, one a line, in quotes if need be; `undefined` if git may understand a line in
 * another way.
 */
function alternatesIn(file: string): string[] | undefined {
  let lines: string[];
  try {
    lines = readRegularFile(file, LARGEST).bytes.toString("utf8").split("\n");
  } catch {
    return []; // a folder, or it cannot be read: git reads nothing of it, either
  }
  const names = lines.flatMap((line) => {
    if (line === "" || line.startsWith("#")) return [];
    return line.startsWith('"') ? [/^"([^"\\]*)"$/.exec(line)?.[1]] : [line];
  });
  return names.every((name) => name !== undefined && !name.includes("\ufffd")) ? (names as string[]) : undefined;
}

/**
 * Whether git would wait for a file among the objects of a repository, or of a repository that it borrows from. Asked
 * before git reads all objects once: each pack's index and each object that has a file of its own may be a pipe.
 */
export function waitingAmongObjects({ commonDir }: Pick<Repository, "commonDir">): string | undefined {
  const objects = `${commonDir}/objects`;
  const alternate = waitingAlternate(objects);
  if (alternate !== undefined) return alternate;
  const folders = [objects];
  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at]!;
    for (const entry of entriesIn(folder)) {
      if (entry.isFile()) continue;
      const place = `${folder}/${entry.name}`;
      if (entry.isDirectory() && at === 0) folders.push(place);
      else if (isWaitedFor(place, statSync)) return place;
    }
  }
  return undefined;
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * An ignore or attributes file of a worktree that git would wait for; git follows no link there. Breadth first: most
 * calls of git read the folders near the top. Looks into as many folders as cost next to nothing; the deadline guards
 * against files that lie deeper.
 */
export function waitingBelow(root: string, most = FEW): string | undefined {
  const folders = [root];
  for (let at = 0; at < folders.length && at < most; at += 1) {
    const folder = folders[at]!;
    const found = EVERYWHERE.map((name) => `${folder}/${name}`).find((file) => isWaitedFor(file, lstatSync));
    if (found !== undefined) return found;
    if (folders.length < most) for (const name of foldersIn(folder)) folders.push(`${folder}/${name}`);
  }
  return undefined;
}

function foldersIn(folder: string): string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() && entry.name !== ".git" ? [entry.name] : []));
}

/** The file of the branch that is checked out. */
function branchOf(gitDir: string): string[] {
  try {
    const name = /^ref:\s*(refs\/\S+)/.exec(readRegularFile(`${gitDir}/HEAD`, 4096).bytes.toString())?.[1];
    return name === undefined ? [] : [name];
  } catch {
    return [];
  }
}

/**
 * Whether git would wait for a file. `look` follows links if git does; `/dev/null` is read in no time. `largest`: bytes
 * that a regular file may have.
 */
function isWaitedFor(file: string, look: typeof statSync, largest = Infinity): boolean {
  try {
    const stats = look(file, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return false;
    if (stats.isFile()) return stats.size > largest;
    return (
      stats.isFIFO() ||
      stats.isBlockDevice() ||
      (stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null").rdev)
    );
  } catch {
    return false;
  }
}
