import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readlinkSync,
  type BigIntStats,
} from "node:fs";

/** The largest file, in bytes, that can be recorded without git, since it is held in memory. */
const LARGEST = 1024n * 1024n * 1024n;

/** How often a file is read that changes during the read. */
const ATTEMPTS = 3;

/** The content of a file or a symlink, and its stats, which were the same before and after the read. */
export interface FoundContent {
  readonly stats: BigIntStats;
  readonly content: Buffer;
}

/**
 * Reads a file or a symlink. Gives a short phrase if the file cannot be read, `"gone"` if there is none. @throws any
 * other error
 */
export function readContent(file: Buffer): FoundContent | string {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const found = readOnce(file);
      if (found) return found;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return "gone";
      if (["EACCES", "EPERM", "EIO", "EBUSY"].includes(code)) return "cannot be read";
      // Try again: a symlink has replaced a file, a file has replaced a symlink, or a socket has replaced a file or
      // symlink.
      if (!["ELOOP", "EINVAL", "ENXIO"].includes(code)) throw error;
    }
  }
  return "it changes while it is read";
}

/** Reads a file once. Gives a short phrase if it cannot be recorded, and `undefined` if it changed during the read. */
function readOnce(file: Buffer): FoundContent | string | undefined {
  const stats = lstatSync(file, { bigint: true });
  if (!stats.isFile() && !stats.isSymbolicLink()) return "not a regular file or symlink";
  if (stats.size > LARGEST) return `larger than ${LARGEST} bytes, which needs git`;
  const content = stats.isFile() ? readFile(file, stats) : readlinkSync(file, { encoding: "buffer" });
  return content && isSame(stats, lstatSync(file, { bigint: true })) ? { stats, content } : undefined;
}

/**
 * Reads a file; `undefined` if it has changed since `stats` were taken. If a symlink or a pipe has just replaced the
 * file, the link is not followed, and the read does not wait for the pipe.
 */
function readFile(file: Buffer, stats: BigIntStats): Buffer | undefined {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!isSame(stats, fstatSync(fd, { bigint: true }))) return undefined;
    const content = Buffer.allocUnsafeSlow(Number(stats.size));
    for (let done = 0, count = -1; done < content.length; done += count) {
      count = readSync(fd, content, done, content.length - done, null);
      if (count === 0) return undefined; // the file became shorter; its stats show if it grew
    }
    return content;
  } finally {
    closeSync(fd);
  }
}

/** Whether two stats belong to the same file, and the file was not written in between. */
function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return (
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.mode === other.mode
  );
}
