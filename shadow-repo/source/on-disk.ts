import {
  closeSync,
  constants,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  type BigIntStats,
  type Dirent,
  type Stats,
} from "node:fs";

import { folderAbove, nameOnDisk, onDisk, type GitPath } from "../git-path.ts";

/** How far the time that a file system notes for a write may be behind the process's clock, in milliseconds. */
export const CLOCK_STEP = 20;

/** Why a path has no stats: nothing is there, or a folder above it cannot be entered. */
export type Absence = "gone" | "cannot be reached";

/** The stats of a path of the worktree, without following a link at its end, or the reason why there are none. */
export function look(root: string, path: GitPath): BigIntStats | Absence {
  try {
    return lstatSync(onDisk(root, path), { bigint: true, throwIfNoEntry: false }) ?? "gone";
  } catch (error) {
    return isGone(error) ? "gone" : "cannot be reached";
  }
}

/**
 * The entries of a folder as the disk has them, names in latin1, read `atOnce` at a time, so that the first few of many
 * cost little.
 * @throws if the folder cannot be read
 */
export function* entriesOf(root: string, folder: GitPath, atOnce: number): Generator<Dirent> {
  const opened = opendirSync(onDisk(root, folder), { encoding: "latin1", bufferSize: atOnce });
  try {
    for (let entry = opened.readSync(); entry; entry = opened.readSync()) yield entry;
  } finally {
    opened.closeSync();
  }
}

/**
 * As `look`, for thousands of calls: with plain numbers, which Node makes in less time. `undefined` if nothing is
 * there, `unknown` if the path cannot be reached. A slash at the end is left out, since with it the system would follow
 * a link.
 */
export function statAt(root: string, path: GitPath): Stats | undefined | "unknown" {
  try {
    const name = nameOnDisk(root, path.endsWith("/") ? path.slice(0, -1) : path);
    return lstatSync(name, { throwIfNoEntry: false });
  } catch (error) {
    return isGone(error) ? undefined : "unknown";
  }
}

/**
 * The stats of a path of the worktree, without following a link at its end; `undefined` if it is absent for any reason.
 */
export function foundAt(root: string, path: GitPath): BigIntStats | undefined {
  const found = look(root, path);
  return typeof found === "string" ? undefined : found;
}

/** Whether a path is a file or a symlink, and no folder, pipe or device. */
export function isFile(root: string, path: GitPath): boolean {
  const found = foundAt(root, path);
  return found !== undefined && !found.isDirectory() && !isSpecial(found);
}

/**
 * Whether a path is a pipe, a socket or a device. It holds nothing of the user's work. A capture treats a recorded file
 * at this path as deleted, and an undo may put the file back over it.
 */
export function isSpecial(found: BigIntStats | Stats): boolean {
  return found.isFIFO() || found.isSocket() || found.isCharacterDevice() || found.isBlockDevice();
}

/**
 * The names in a folder (`""` or with a slash at its end), one character a byte, or the reason why they cannot be read.
 */
export function namesBelow(root: string, folder: GitPath): string[] | "gone" | "cannot be read" {
  try {
    return readdirSync(onDisk(root, folder), "latin1");
  } catch (error) {
    return isGone(error) ? "gone" : "cannot be read";
  }
}

/**
 * Gives a function that says whether a folder above a path is a symlink, so that git would read a file outside of this
 * folder.
 */
export function linkFinder(root: string): (path: GitPath) => boolean {
  const seen = new Map<GitPath, boolean>([["", false]]);
  const isBehind = (folder: GitPath): boolean => {
    let answer = seen.get(folder);
    if (answer === undefined) {
      const found = statAt(root, folder);
      answer = (typeof found === "object" && found.isSymbolicLink()) || isBehind(folderAbove(folder));
      seen.set(folder, answer);
    }
    return answer;
  };
  return (path) => isBehind(folderAbove(path));
}

/**
 * Opens a folder, so that `act` can change its permissions or owner. A change by path would follow a link that has
 * replaced the folder.
 */
export function inFolder(folder: Buffer, act: (fd: number) => void): void {
  const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
  const fd = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    act(fd);
  } finally {
    closeSync(fd);
  }
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
