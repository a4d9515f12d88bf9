import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type BigIntStats } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { streamLoose } from "./loose-object.ts";
import type { ObjectWriter } from "./object-writer.ts";

/** A file above this many bytes is not held in memory. */
const LARGE = 32n * 1024n * 1024n;
/** How often a file that changes while it is read is tried. */
const ATTEMPTS = 3;

/** A file's content is stored: its id, and what its inode said both before and after it was read. */
export interface StoredContent {
  readonly id: string;
  readonly stats: BigIntStats;
}

/** Stores what a file or a symlink holds; gives a short phrase where that cannot be done, and `"gone"` where it is gone. */
export async function storeContent(io: Io, shadow: string, file: string | Buffer, writer: ObjectWriter): Promise<StoredContent | string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const stats = lstatSync(file, { bigint: true });
      const id = stats.isSymbolicLink() ? writer.write("blob", readlinkSync(file, { encoding: "buffer" })) : await storeFile(io, shadow, file, writer, stats);
      if (id !== undefined && same(stats, lstatSync(file, { bigint: true }))) return { id, stats };
    } catch (error) {
      const why = reasonOf(error);
      if (why === undefined) throw error;
      return why;
    }
  }
  return "it changes while it is read";
}

/** `undefined` where it is not, or not any more, what its inode said. */
async function storeFile(io: Io, shadow: string, file: string | Buffer, writer: ObjectWriter, stats: BigIntStats): Promise<string | undefined> {
  // Never through a symlink, and without waiting at a pipe, that somebody put in the file's place this moment.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!same(stats, fstatSync(fd, { bigint: true }))) return undefined;
    if (stats.size > LARGE) return await streamLoose(shadow, io.pid, fd, stats.size);
    const content = readFileSync(fd);
    return BigInt(content.length) === stats.size ? writer.write("blob", content) : undefined;
  } finally {
    closeSync(fd);
  }
}

function same(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs && one.mode === other.mode;
}

/** `undefined` for what is no property of the file: a full disk must stop the capture. */
function reasonOf(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "gone";
  if (code === "ELOOP" || code === "EINVAL") return "it changes while it is read";
  return code === "EACCES" || code === "EPERM" || code === "EIO" || code === "EBUSY" || code === "ENXIO" ? "cannot be read" : undefined;
}
