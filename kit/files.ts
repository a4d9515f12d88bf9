import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
  type Dirent,
  type Stats,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";

import { causeInWords } from "./disk-trouble.ts";
import { UserError } from "./user-error.ts";

/** Whether a folder, or a link to one, lies at a path. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Whether a regular file, or a link to one, lies at a path. */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

/** The stats of a path, of the target if it is a link; `undefined` if nothing is there or the path may not be read. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a folder of the path is a file, or may not be read
  }
}

/**
 * Makes a folder and its missing parents, for the owner alone (0700). Node's option `recursive` is not used: it never
 * returns if the system says ENOENT for a folder whose parent exists, as below /proc.
 * @throws UserError if there can be no such folder; the system's error if permission or disk space is missing
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  // Test for the parent before mkdir, and not after mkdir has failed: by then another process may have made the parent.
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && isFolder(folder)) return;
    throw code === "EEXIST" || code === "ENOENT" || code === "ENOTDIR"
      ? new UserError("cannotWrite", [folder, causeInWords(error)!], error)
      : error;
  }
}

export interface AtomicWriteOptions {
  readonly pid: number;
  /** Whether the call waits until the file is on the disk (fsync). */
  readonly durable?: boolean;
  /** The folder for the temporary file, on the same disk as the file. Default: the file's own folder. */
  readonly folder?: string;
}

let counter = 0;

/**
 * Writes a file whole or not at all: a reader sees the old content or the new content, also after a crash. Only the
 * owner can read the file (0600).
 */
export function atomicWrite(file: string, content: string | Buffer, options: AtomicWriteOptions): void {
  counter += 1;
  const place = options.folder === undefined ? file : options.folder + file.slice(file.lastIndexOf("/"));
  const temporary = `${place}.${options.pid}-${counter}.tmp`;
  const fd = openSync(temporary, "w", 0o600);
  try {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    if (options.durable) fsyncSync(fd);
    closeSync(fd);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export interface FileHead {
  readonly bytes: Buffer;
  /** Whether `bytes` holds the file up to its end. */
  readonly whole: boolean;
}

/**
 * Reads the first `limit` bytes of a regular file; without a limit, as many bytes as it has now. Any other kind of file
 * is an error: a name in a repository can be a pipe or a device, which would block a hook for ever.
 * @throws Error if it cannot be read or is no regular file
 */
export function readRegularFile(file: string | Buffer, limit?: number): FileHead {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // Windows knows no O_NONBLOCK
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    const most = limit ?? stats.size;
    // Read one byte more than `limit`, to learn whether the file ends there. Files under /proc have a size of 0.
    const bytes = Buffer.allocUnsafeSlow(Math.min(most, stats.size || most) + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    return { bytes: bytes.subarray(0, Math.min(length, most)), whole: length <= most };
  } finally {
    closeSync(descriptor);
  }
}

/** The names in a folder; empty if the folder is missing or cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The entries of a folder; empty if the folder is missing or cannot be read. */
export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Removes a folder if it is empty; does nothing if it is not, or is missing. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty, or is missing.
  }
}

/** A path with its links resolved; unchanged if it cannot be resolved. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A path with its links resolved, even if its last parts do not exist; unchanged if no part of it can be resolved. */
export function realPathOfNew(path: string): string {
  const whole = realPathIn([path], 0);
  if (whole !== undefined) return whole;
  const folders = [path];
  for (let one = path; dirname(one) !== one; folders.push(one)) one = dirname(one);
  // Above a folder that is there, all folders are there. So the lowest is found in a few steps, also for a text of
  // thousands of slashes: first by doubled strides, then by halves.
  let [missing, there] = [0, 1];
  while (there < folders.length && realPathIn(folders, there) === undefined) [missing, there] = [there, there * 2];
  there = Math.min(there, folders.length);
  while (there - missing > 1) {
    const middle = (missing + there) >> 1;
    if (realPathIn(folders, middle) === undefined) missing = middle;
    else there = middle;
  }
  const real = realPathIn(folders, there);
  const names = folders.slice(0, there).map((folder) => basename(folder));
  return real === undefined ? path : join(real, ...names.toReversed());
}

function realPathIn(folders: readonly string[], at: number): string | undefined {
  const folder = folders[at];
  try {
    return folder === undefined ? undefined : realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Whether `path` is `folder` or lies below it. Both paths are absolute. Links are not resolved. */
export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
