import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/** A file's content, whole where it is small. Never through a symlink, and never from a device or a pipe. */
export function readFile(path: string): Buffer | Iterable<Buffer> {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) {
    closeSync(descriptor);
    throw Object.assign(new Error("not a regular file"), { code: "not a regular file" });
  }
  if (stats.size > CHUNK) return chunksOf(descriptor);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function* chunksOf(descriptor: number): Generator<Buffer> {
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK);
      const count = readSync(descriptor, buffer, 0, CHUNK, null);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } finally {
    closeSync(descriptor);
  }
}
