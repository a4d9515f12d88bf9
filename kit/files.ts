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
  type Stats,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";

import { causeInWords } from "./disk-trouble.ts";
import { UserError } from "./user-error.ts";

/** Whether a folder, or a link to one, lies at a path. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Whether a usual file, or a link to one, lies at a path. */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

/** The facts about a path; `undefined` if nothing is there, or nobody may look. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a part of the path is a file, or it cannot be looked into
  }
}

/**
 * Makes a folder and its missing parents, for the owner alone (0700). Not by Node's own
 * `recursive`: that never returns if the system says ENOENT for a folder whose parent is there, as below /proc.
 * @throws UserError if there can be no such folder; the system's error if permission or disk space is missing
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  // asked before the folder is needed: asked afterwards, another process may have made it meanwhile
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
  /** Waits until the disk has the file. */
  readonly durable?: boolean;
  /** The folder of the half-written file, on the same disk; by default the file's own. */
  readonly folder?: string;
}

let counter = 0;

/**
 * Writes a file whole or not at all: a reader sees the old content or the new one, also after a crash.
 * The file is the owner's alone (0600).
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
  /** Whether `bytes` holds the file to its end. */
  readonly whole: boolean;
}

/**
 * The beginning of a regular file, at most `limit` bytes; without a limit all that it holds by now. A name in a
 * repository can be a pipe, a device or a link to one, which would block a hook for ever, and a huge file would take
 * its memory.
 * @throws Error if it cannot be read or is no regular file
 */
export function readRegularFile(file: string | Buffer, limit?: number): FileHead {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // Windows knows no O_NONBLOCK
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    const most = limit ?? stats.size;
    // One byte more than wanted tells whether there is more; files under /proc have a size of 0.
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

/** Names in a folder; none if there is none, or it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes a folder that holds nothing; any other stays, and one that is gone is no trouble. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty.
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

/** A path with its links resolved, even if its last parts do not exist; unchanged if nothing of it can be resolved. */
export function realPathOfNew(path: string): string {
  const names: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      return join(realpathSync(folder), ...names);
    } catch {
      if (dirname(folder) === folder) return path;
      names.unshift(basename(folder));
    }
  }
}

/** Whether a path is a folder or lies below it. Both are absolute, and no link leads from one to the other. */
export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
