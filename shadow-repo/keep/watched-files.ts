import { closeSync, openSync, readSync, type Stats } from "node:fs";

import { isObject } from "../../kit/json.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import { onDisk, toText, type GitPath } from "../git-path.ts";
import { entriesOf, statAt } from "../source/on-disk.ts";

/**
 * The reason why neither a checkpoint nor a kept copy holds a file. A report derives from it the setting that would
 * have kept the file.
 */
export type Cause =
  /** An ignored file that is too large, is beyond the limits of the worktree, or lies in a folder of too many files. */
  | "large"
  | "bounds"
  | "folder"
  /**
   * An ignored file that the settings leave out, that is not kept since the settings keep nothing, or whose copy
   * failed.
   */
  | "not kept"
  | "off"
  | "no copy"
  /** A file that is not ignored and is too large when new, has grown too large, is excluded, or has another fault. */
  | "new"
  | "grown"
  | "excluded"
  | "not recorded"
  /** Another repository in the worktree, and a file in a repository that the session does not record. */
  | "repository"
  | "elsewhere"
  /** A file outside of every worktree. */
  | "outside";

/**
 * A file or, with a slash at its end, a folder that neither a checkpoint nor a kept copy holds. Outside of the worktree
 * the path is absolute.
 */
export interface UnheldPath {
  readonly path: GitPath;
  readonly cause: Cause;
}

/** The state of an unheld path at one time. */
export interface WatchedFile extends UnheldPath {
  readonly size: number;
  readonly stamp: string;
  /** A checksum of the last bytes, by which a file that grew differs from one that was overwritten. */
  readonly tail?: number;
  /** The folder from which this file was picked as a sample; absent if the path itself is listed. */
  readonly folder?: GitPath;
}

/** A watched file whose content is gone. */
export interface LostFile extends Omit<WatchedFile, "tail"> {
  readonly change: "gone" | "overwritten";
}

/** The most files that are watched, and the most of which the last bytes are read. */
const [MOST, MOST_READ] = [200, 50] as const;
/** The most folders whose files are sampled, names that are read in one folder, and samples of one folder. */
const [MOST_FOLDERS, NAMES, SAMPLES] = [10, 64, 16] as const;
/** How many bytes at the end of a file are read. */
const TAIL = 256;

/**
 * The present state of unheld files, and of samples in unheld folders; at most of the first `MOST` files.
 * @param since files that were made after this time, in milliseconds, are left out
 */
export function watchFiles(root: string, unheld: readonly UnheldPath[], since = Infinity): WatchedFile[] {
  const watched = new Map<GitPath, WatchedFile>();
  let folders = 0;
  let reads = 0;
  const take = ({ path, cause }: UnheldPath, folder?: GitPath) => {
    if (watched.size >= MOST || watched.has(path)) return;
    const stat = statOf(root, path);
    // Leave out a newer file: the agent probably made it, and may remove it.
    if (!stat || stat.birthtimeMs > since) return;
    const isRead = stat.isFile() && stat.size > 0 && reads < MOST_READ;
    if (isRead) reads += 1;
    const tail = isRead ? tailOf(root, path, stat.size) : undefined;
    watched.set(path, {
      path,
      cause,
      size: stat.isDirectory() ? 0 : stat.size,
      stamp: stampOf(stat),
      ...(tail !== undefined && { tail }),
      ...(folder !== undefined && { folder }),
    });
  };
  for (const one of unheld) {
    take(one);
    if (!one.path.endsWith("/") || one.cause === "repository" || folders >= MOST_FOLDERS) continue;
    folders += 1;
    for (const path of samplesIn(root, one.path)) take({ path, cause: one.cause }, one.path);
  }
  return [...watched.values()];
}

/** The watched files that are gone, or whose content was replaced and did not just grow. */
export function lostAmong(root: string, watched: readonly WatchedFile[]): LostFile[] {
  const lost = watched.flatMap(({ path, cause, size, stamp, tail, folder }): LostFile[] => {
    const now = statAt(...placeOf(root, path));
    const file = { path, cause, size, stamp, ...(folder !== undefined && { folder }) };
    if (now === "unknown") return [];
    if (!now || now.isDirectory() !== path.endsWith("/")) return [{ ...file, change: "gone" }];
    if (now.isDirectory() || stampOf(now) === stamp) return [];
    return isGrown(root, { path, size, stamp, tail }, now) ? [] : [{ ...file, change: "overwritten" }];
  });
  const folders = new Set(lost.map(({ path }) => path));
  return lost.filter(({ folder }) => folder === undefined || !folders.has(folder));
}

/** The watched files in a stored record, whose content may be damaged. */
export function asWatched(value: unknown): readonly WatchedFile[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one) => isObject(one) && typeof one["path"] === "string") as unknown as WatchedFile[];
}

function isGrown(
  root: string,
  { path, size, stamp, tail }: Pick<WatchedFile, "path" | "size" | "stamp"> & { readonly tail: number | undefined },
  now: Stats,
): boolean {
  const inode = (text: string) => text.slice(text.lastIndexOf(" "));
  if (now.size < size || inode(stamp) !== inode(stampOf(now))) return false;
  if (tail === undefined) return now.size > size;
  // A file that was written and still has its size is taken for overwritten, since only its end could be compared.
  return now.size > size && tailOf(root, path, size) === tail;
}

/** Splits a path into a folder and the path below: an absolute path begins at the root of the file system. */
function placeOf(root: string, path: GitPath): [root: string, path: GitPath] {
  const name = path.endsWith("/") ? path.slice(0, -1) : path;
  return name.startsWith("/") ? ["", name.slice(1)] : [root, name];
}

/**
 * The stats of a path; `undefined` if it is missing, is a pipe or device, or is a file where a folder is expected, or
 * the reverse.
 */
function statOf(root: string, path: GitPath): Stats | undefined {
  const stat = statAt(...placeOf(root, path));
  if (!stat || stat === "unknown") return undefined;
  return (path.endsWith("/") ? stat.isDirectory() : stat.isFile() || stat.isSymbolicLink()) ? stat : undefined;
}

function stampOf({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}

/**
 * A checksum (FNV-1a) of the last bytes before an offset; `undefined` if the file cannot be read. It is too short to
 * reveal the content.
 */
function tailOf(root: string, path: GitPath, end: number): number | undefined {
  const bytes = Buffer.alloc(Math.min(TAIL, end));
  try {
    const fd = openSync(onDisk(...placeOf(root, path)), "r");
    try {
      readSync(fd, bytes, 0, bytes.length, end - bytes.length);
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined; // the file cannot be read
  }
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

/** Some files below a folder as its samples: the first ones that are found breadth first. */
function samplesIn(root: string, top: GitPath): GitPath[] {
  const files: GitPath[] = [];
  const folders = [top];
  for (const folder of folders) {
    if (folders.length > MOST_FOLDERS || files.length >= SAMPLES) break;
    for (const { name, isFolder } of firstIn(root, folder)) {
      if (isMadeAgain(toText(name)) || name === ".git") continue;
      if (isFolder) folders.push(`${folder}${name}/`);
      else if (files.length < SAMPLES) files.push(folder + name);
    }
  }
  return files;
}

function firstIn(root: string, folder: GitPath): { readonly name: GitPath; readonly isFolder: boolean }[] {
  const found: { name: GitPath; isFolder: boolean }[] = [];
  try {
    for (const entry of entriesOf(...placeOf(root, folder), NAMES)) {
      if (found.length === NAMES) break;
      if (entry.isDirectory() || entry.isFile()) found.push({ name: entry.name, isFolder: entry.isDirectory() });
    }
  } catch {
    // The folder cannot be read, or is gone.
  }
  return found;
}
