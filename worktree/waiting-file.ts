import { lstatSync, readdirSync, statSync } from "node:fs";

import { readRegularFile } from "../kit/files.ts";
import type { Repository } from "./find-worktree.ts";

/** Folders of a worktree that are looked into where nothing is known against it: some milliseconds. */
const FEW = 200;

/** What git opens in each folder of a worktree. */
const EVERYWHERE = [".gitignore", ".gitattributes"];

/**
 * A file of git's own that it would open and wait for, or read without end: a pipe or a device. A repository decides
 * what lies there.
 */
export function waitingInGit({ root, gitDir, commonDir }: Repository): string | undefined {
  const own = ["HEAD", "index", "config.worktree", "info/sparse-checkout", "commondir"].map(
    (name) => `${gitDir}/${name}`,
  );
  const shared = [
    "config",
    "packed-refs",
    "shallow",
    "info/exclude",
    "info/attributes",
    "info/grafts",
    "objects/info/alternates",
    ...branchOf(gitDir),
  ];
  return [
    ...own,
    ...shared.map((name) => `${commonDir}/${name}`),
    ...(root === undefined ? [] : [`${root}/.gitmodules`]),
  ].find((file) => isWaitedFor(file, statSync));
}

/**
 * The same for the ignore and attributes files of a worktree, where git follows no link. Breadth first: what is near
 * the top is what most calls of git come by. Looks into as many folders as cost next to nothing; what lies deeper is
 * left to the deadline.
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
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && entry.name !== ".git" ? [entry.name] : [],
    );
  } catch {
    return [];
  }
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

/** `look` follows links where git does; `/dev/null` is read in no time. */
function isWaitedFor(file: string, look: typeof statSync): boolean {
  try {
    const stats = look(file, { throwIfNoEntry: false });
    if (stats === undefined || stats.isFile() || stats.isDirectory()) return false;
    return (
      stats.isFIFO() ||
      stats.isBlockDevice() ||
      (stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null").rdev)
    );
  } catch {
    return false;
  }
}
