import { closeSync, fstatSync, type BigIntStats } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { ObjectWriter } from "./object-writer.ts";
import { CHANGES, LARGE, isSame, openContent, readContent } from "./read-content.ts";
import { streamLoose } from "./stream-loose.ts";

/** How often a file that changes while it is read is tried. */
const ATTEMPTS = 3;

/** The id of a stored content, and what its file's inode said both before and after it was read. */
export interface StoredContent {
  readonly id: string;
  readonly stats: BigIntStats;
}

/** Stores what a file or a symlink holds. Gives a short phrase where that cannot be done; `"gone"` where it is gone. */
export async function storeContent(
  io: Io,
  shadow: string,
  file: string | Buffer,
  writer: ObjectWriter,
): Promise<StoredContent | string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = readContent(file);
    if (typeof found === "string") return found;
    const { stats, content } = found;
    if (content) return { id: writer.write("blob", content), stats };
    const id = stats.size > LARGE ? await storeLarge(io, shadow, file, stats) : undefined;
    if (id !== undefined) return { id, stats };
  }
  return CHANGES;
}

async function storeLarge(
  io: Io,
  shadow: string,
  file: string | Buffer,
  stats: BigIntStats,
): Promise<string | undefined> {
  const fd = openContent(file);
  try {
    if (!isSame(stats, fstatSync(fd, { bigint: true }))) return undefined;
    const id = await streamLoose(shadow, io.pid, fd, stats.size);
    return isSame(stats, fstatSync(fd, { bigint: true })) ? id : undefined;
  } finally {
    closeSync(fd);
  }
}
