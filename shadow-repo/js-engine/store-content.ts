import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type BigIntStats } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { streamLoose } from "./loose-object.ts";
import type { ObjectWriter } from "./object-writer.ts";

/** A file above this many bytes is not held in memory. */
const LARGE = 32n * 1024n * 1024n;
/** How often a file that changes while it is read is tried. */
const ATTEMPTS = 3;

const CHANGES = "it changes while it is read";

/** The id of a stored content, and what its file's inode said both before and after it was read. */
export interface StoredContent {
  readonly id: string;
  readonly stats: BigIntStats;
}

/** Stores what a file or a symlink holds. Gives a short phrase where that cannot be done; `"gone"` where it is gone. */
export async function storeContent(io: Io, shadow: string, file: string | Buffer, writer: ObjectWriter): Promise<StoredContent | string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = read(file);
    if (typeof found === "string") return found;
    const { stats, content } = found;
    if (content) return { id: writer.write("blob", content), stats };
    const id = stats.size > LARGE ? await storeLarge(io, shadow, file, stats) : undefined;
    if (id !== undefined) return { id, stats };
  }
  return CHANGES;
}

/** Without `content` where the file is large, or was changed meanwhile. Errors of the file are phrases, others are thrown. */
function read(file: string | Buffer): { readonly stats: BigIntStats; readonly content?: Buffer } | string {
  try {
    const stats = lstatSync(file, { bigint: true });
    if (!stats.isFile() && !stats.isSymbolicLink()) return "not a regular file or symlink";
    if (stats.size > LARGE) return { stats };
    const content = stats.isFile() ? withOpen(file, (fd) => (same(stats, fstatSync(fd, { bigint: true })) ? readFileSync(fd) : undefined)) : readlinkSync(file, { encoding: "buffer" });
    const unchanged = content && (BigInt(content.length) === stats.size || stats.isSymbolicLink()) && same(stats, lstatSync(file, { bigint: true }));
    return unchanged ? { stats, content } : { stats };
  } catch (error) {
    return phraseOf(error);
  }
}

async function storeLarge(io: Io, shadow: string, file: string | Buffer, stats: BigIntStats): Promise<string | undefined> {
  const fd = open(file);
  try {
    if (!same(stats, fstatSync(fd, { bigint: true }))) return undefined;
    const id = await streamLoose(shadow, io.pid, fd, stats.size);
    return same(stats, fstatSync(fd, { bigint: true })) ? id : undefined;
  } finally {
    closeSync(fd);
  }
}

function withOpen<Result>(file: string | Buffer, work: (fd: number) => Result): Result {
  const fd = open(file);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/** Never through a symlink, and without waiting at a pipe, that somebody put in the file's place this moment. */
function open(file: string | Buffer): number {
  return openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

function same(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs && one.mode === other.mode;
}

function phraseOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "gone";
  if (code === "EACCES" || code === "EPERM" || code === "EIO" || code === "EBUSY") return "cannot be read";
  if (code === "ELOOP" || code === "EINVAL" || code === "ENXIO") return CHANGES;
  throw error;
}
