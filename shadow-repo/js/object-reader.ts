import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync, writeSync } from "node:fs";
import { createInflate, inflateSync } from "node:zlib";

import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import { looseFile } from "./loose-object.ts";
import { READ_PACKED } from "./registry.ts";

export interface StoredObject {
  readonly type: string;
  readonly content: Buffer;
}

/** Reads the objects of a repository, those in packs with isomorphic-git. */
export interface ObjectReader {
  /** `undefined` where it is nowhere. Throws where it is damaged. */
  find(id: ObjectId): Promise<StoredObject | undefined>;
  /** The same where it must be there. */
  read(id: ObjectId, type: "tree" | "blob"): Promise<Buffer>;
  /** Bytes of the content. */
  size(id: ObjectId): Promise<number | undefined>;
  /** Writes a blob to an open file without holding it in memory, where it has a file of its own. */
  copy(id: ObjectId, fd: number): Promise<void>;
}

export function objectReader(shadow: string): ObjectReader {
  const cache = {};
  const findPacked = async (id: ObjectId) => (await READ_PACKED()).default(shadow, id, cache);
  const find = async (id: ObjectId) => findLoose(shadow, id) ?? (await findPacked(id));
  return {
    find,
    async read(id, type) {
      const found = await find(id);
      if (found?.type !== type) throw broken(id, found ? `is a ${found.type}` : "is gone");
      return found.content;
    },
    size: async (id) => looseSize(shadow, id) ?? (await findPacked(id))?.content.length,
    async copy(id, fd) {
      if (statSync(looseFile(shadow, id), { throwIfNoEntry: false })) return copyLoose(shadow, id, fd);
      const found = await findPacked(id);
      if (!found) throw broken(id, "is gone");
      writeAll(fd, found.content);
    },
  };
}

function findLoose(shadow: string, id: ObjectId): StoredObject | undefined {
  const file = compressed(shadow, id);
  if (!file) return undefined;
  const bytes = inflate(id, file);
  if (createHash("sha1").update(bytes).digest("hex") !== id) throw broken(id, "is damaged");
  const end = bytes.indexOf(0);
  return { type: headerOf(id, bytes).type, content: bytes.subarray(end + 1) };
}

/** Only the beginning is decompressed: that is where the size stands. */
function looseSize(shadow: string, id: ObjectId): number | undefined {
  const file = compressed(shadow, id);
  if (!file) return undefined;
  return headerOf(id, inflate(id, file.subarray(0, 128), { finishFlush: 2 /* Z_SYNC_FLUSH: more may follow */ })).size;
}

async function copyLoose(shadow: string, id: ObjectId, fd: number): Promise<void> {
  const hash = createHash("sha1");
  let inContent = false;
  for await (const part of createReadStream(looseFile(shadow, id)).pipe(createInflate()) as AsyncIterable<Buffer>) {
    hash.update(part);
    if (inContent) writeAll(fd, part);
    else {
      writeAll(fd, part.subarray(part.indexOf(0) + 1)); // the header is shorter than any part
      inContent = true;
    }
  }
  if (hash.digest("hex") !== id) throw broken(id, "is damaged");
}

function compressed(shadow: string, id: ObjectId): Buffer | undefined {
  try {
    return readFileSync(looseFile(shadow, id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function inflate(id: ObjectId, bytes: Buffer, options: { finishFlush?: number } = {}): Buffer {
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    throw broken(id, "is damaged", error);
  }
}

function headerOf(id: ObjectId, bytes: Buffer): { type: string; size: number } {
  const [, type, size] = /^(\w+) (\d+)$/.exec(bytes.toString("latin1", 0, Math.max(0, bytes.indexOf(0)))) ?? [];
  if (type === undefined) throw broken(id, "is damaged");
  return { type, size: Number(size) };
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

function broken(id: ObjectId, what: string, cause?: unknown): UserError {
  return new UserError("gitFailed", ["read-object", `the object ${id} ${what}`], cause);
}
