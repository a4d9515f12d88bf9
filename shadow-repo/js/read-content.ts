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

/** Bytes of the largest file that is held in memory, and so of the largest that can be recorded without git. */
const LARGEST = 1024n * 1024n * 1024n;

/** Tries to read a file that changes meanwhile. */
const ATTEMPTS = 3;

/** The content of a file or a symlink, and its inode's data, the same before and after the read. */
export interface FoundContent {
  readonly stats: BigIntStats;
  readonly content: Buffer;
}

/** Reads a file or a symlink. Errors of the file are short phrases, `"gone"` among them; others are thrown. */
export function readContent(file: Buffer): FoundContent | string {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const found = readOnce(file);
      if (found) return found;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return "gone";
      if (["EACCES", "EPERM", "EIO", "EBUSY"].includes(code)) return "cannot be read";
      // A symlink took the file's place, a file that of a symlink, or a socket that of either.
      if (!["ELOOP", "EINVAL", "ENXIO"].includes(code)) throw error;
    }
  }
  return "it changes while it is read";
}

/** The content of a file; `undefined` if it changed meanwhile. */
function readOnce(file: Buffer): FoundContent | string | undefined {
  const stats = lstatSync(file, { bigint: true });
  if (!stats.isFile() && !stats.isSymbolicLink()) return "not a regular file or symlink";
  if (stats.size > LARGEST) return `larger than ${LARGEST} bytes, which needs git`;
  const content = stats.isFile() ? readFile(file, stats) : readlinkSync(file, { encoding: "buffer" });
  return content && isSame(stats, lstatSync(file, { bigint: true })) ? { stats, content } : undefined;
}

/** Reads a file, never through a symlink, and without waiting at a pipe, that somebody put in its place this moment. */
function readFile(file: Buffer, stats: BigIntStats): Buffer | undefined {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!isSame(stats, fstatSync(fd, { bigint: true }))) return undefined;
    const content = Buffer.allocUnsafeSlow(Number(stats.size));
    for (let done = 0, count = -1; done < content.length; done += count) {
      count = readSync(fd, content, done, content.length - done, null);
      if (count === 0) return undefined; // it became shorter; that it grew its inode tells
    }
    return content;
  } finally {
    closeSync(fd);
  }
}

/** Whether a file is the same and was not written between two looks. */
function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return (
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.mode === other.mode
  );
}
