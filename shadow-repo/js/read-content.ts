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

/** A file above this many bytes is not held in memory. */
export const LARGE = 32n * 1024n * 1024n;

export const CHANGES = "it changes while it is read";

/** What a file or a symlink held, and what its inode said both before and after it was read. */
export interface FoundContent {
  readonly stats: BigIntStats;
  /** Absent where the file is large, or was changed meanwhile. */
  readonly content?: Buffer;
}

/** Reads a file or a symlink once. Errors of the file are short phrases, `"gone"` among them; others are thrown. */
export function readContent(file: string | Buffer): FoundContent | string {
  try {
    return readFile(file) ?? readLink(file);
  } catch (error) {
    return phraseOf(error);
  }
}

/** `undefined` where it is no regular file. */
function readFile(file: string | Buffer): FoundContent | undefined {
  let fd: number;
  try {
    fd = openContent(file);
  } catch (error) {
    // a symlink, a socket
    if (["ELOOP", "ENXIO"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) return undefined;
    const content = stats.size > LARGE ? undefined : readWhole(fd, Number(stats.size));
    // Its name may by now stand for another file.
    return content && isSame(stats, lstatSync(file, { bigint: true })) ? { stats, content } : { stats };
  } finally {
    closeSync(fd);
  }
}

/** `undefined` where the file became shorter; that it grew its inode tells. */
function readWhole(fd: number, size: number): Buffer | undefined {
  const content = Buffer.allocUnsafeSlow(size);
  for (let done = 0; done < size; ) {
    const count = readSync(fd, content, done, size - done, null);
    if (count === 0) return undefined;
    done += count;
  }
  return content;
}

function readLink(file: string | Buffer): FoundContent | string {
  const stats = lstatSync(file, { bigint: true });
  if (!stats.isSymbolicLink()) return stats.isFile() ? { stats } : "not a regular file or symlink";
  const content = readlinkSync(file, { encoding: "buffer" });
  return isSame(stats, lstatSync(file, { bigint: true })) ? { stats, content } : { stats };
}

/** Never through a symlink, and without waiting at a pipe, that somebody put in the file's place this moment. */
export function openContent(file: string | Buffer): number {
  return openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

/** Whether a file is the same and was not written between two looks. */
export function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return (
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.mode === other.mode
  );
}

function phraseOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "gone";
  if (code === "EACCES" || code === "EPERM" || code === "EIO" || code === "EBUSY") return "cannot be read";
  if (code === "EINVAL") return CHANGES;
  throw error;
}
