import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from "node:fs";

import { createHash } from "../kit/hash.ts";
import type { ObjectId } from "./engine.ts";

type Format = "sha1" | "sha256";

/** The two kinds that a shadow repository holds. */
export type ObjectType = "tree" | "blob";

/** Bytes that are read at once. */
const PART = 1024 * 1024;

/** The id that a content has as an object. */
export function hashOf(type: ObjectType, content: Buffer, format: Format): ObjectId {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/**
 * The same for what a file holds as a blob, however large; `undefined` where it is not the one that was seen, or has
 * another size.
 * @throws what the system says where it cannot be read
 */
export function hashFile(file: Buffer, seen: BigIntStats, format: Format): ObjectId | undefined {
  // A link or a pipe that takes the file's place meanwhile is neither followed nor waited for.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { ino, dev, size } = fstatSync(fd, { bigint: true });
    if (ino !== seen.ino || dev !== seen.dev || size !== seen.size) return undefined;
    const hash = createHash(format).update(`blob ${size}\0`);
    const part = Buffer.allocUnsafe(Number(size) < PART ? Number(size) + 1 : PART);
    for (let count = -1; count !== 0; ) {
      count = readSync(fd, part, 0, part.length, null);
      hash.update(part.subarray(0, count));
    }
    return hash.digest("hex");
  } finally {
    closeSync(fd);
  }
}
