import { closeSync, opendirSync, openSync, readSync, type Stats } from "node:fs";

import { isObject } from "../../kit/json.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import { onDisk, toText, type GitPath } from "../git-path.ts";
import { statAt } from "../source/on-disk.ts";

/** Why neither a checkpoint nor a kept copy holds a file; it also tells which setting would have kept it. */
export type Cause =
  /** An ignored file: too large, beyond the bounds of a worktree, in a folder of too many files. */
  | "large"
  | "bounds"
  | "folder"
  /** An ignored file: the settings name it, or keep nothing at all; it could not be copied. */
  | "not kept"
  | "off"
  | "no copy"
  /** A file that git does not ignore: too large, named by the settings, of another reason. */
  | "new"
  | "grown"
  | "excluded"
  | "not recorded"
  /** A repository of its own, and a file in one that the session does not record. */
  | "repository"
  | "elsewhere"
  /** A file outside of every worktree. */
  | "outside";

/** A file or, with a slash at its end, a folder that nothing holds. Outside of the worktree the path is absolute. */
export interface UnheldPath {
  readonly path: GitPath;
  readonly cause: Cause;
}

/** Such a file as it was at one time. */
export interface WatchedFile extends UnheldPath {
  readonly size: number;
  readonly stamp: string;
  /** A sum of the last bytes, by which a file that grew is told from one that was written anew. */
  readonly tail?: number;
  /** The file stands for the folder that it lies in. */
  readonly folder?: GitPath;
}

/** A watched file whose content is gone. */
export interface LostFile extends Omit<WatchedFile, "tail"> {
  readonly change: "gone" | "overwritten";
}

/** Files that are watched, and those of which the last bytes are read. */
const [MOST, MOST_READ] = [200, 50] as const;
/** Folders whose files are sampled, names that are read in one, and files that stand for one. */
const [MOST_FOLDERS, NAMES, SAMPLES] = [10, 64, 16] as const;
/** The last bytes that are read. */
const TAIL = 256;

/** The present of files that nothing holds, and of some files in folders that nothing holds; the first count. */
export function watchFiles(root: string, unheld: readonly UnheldPath[], since = Infinity): WatchedFile[] {
  const watched = new Map<GitPath, WatchedFile>();
  let folders = 0;
  let reads = 0;
  const take = ({ path, cause }: UnheldPath, folder?: GitPath) => {
    if (watched.size >= MOST || watched.has(path)) return;
    const stat = statOf(root, path);
    // A file that came since is the agent's own, as a rule: it may make and remove it.
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

/** The watched files that are gone by now, or have another content than one that only grew. */
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

/** The watched files in a record that was read. */
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
  // As long as before and written to: only the end can be compared, and a change may lie anywhere.
  return now.size > size && tailOf(root, path, size) === tail;
}

/** The folder, and the path from there. */
function placeOf(root: string, path: GitPath): [root: string, path: GitPath] {
  const name = path.endsWith("/") ? path.slice(0, -1) : path;
  return name.startsWith("/") ? ["", name.slice(1)] : [root, name];
}

/** The stats of a file or folder; `undefined` of what else there is, or is not. */
function statOf(root: string, path: GitPath): Stats | undefined {
  const stat = statAt(...placeOf(root, path));
  if (!stat || stat === "unknown") return undefined;
  return (path.endsWith("/") ? stat.isDirectory() : stat.isFile() || stat.isSymbolicLink()) ? stat : undefined;
}

function stampOf({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}

/** The sum (FNV-1a) of the bytes before a place in a file: too short to tell anything of its content. */
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
    return undefined; // it cannot be read
  }
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

/** Some files below a folder: the first ones that its first names lead to. */
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
    const opened = opendirSync(onDisk(...placeOf(root, folder)), { encoding: "latin1", bufferSize: NAMES });
    try {
      for (let entry = opened.readSync(); entry && found.length < NAMES; entry = opened.readSync())
        if (entry.isDirectory() || entry.isFile()) found.push({ name: entry.name, isFolder: entry.isDirectory() });
    } finally {
      opened.closeSync();
    }
  } catch {
    // it cannot be read, or is gone
  }
  return found;
}
