import { createHash } from "node:crypto";
import { chmodSync, closeSync, createReadStream, createWriteStream, fsyncSync, openSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createDeflate } from "node:zlib";

import { nameObject, temporaryObject } from "./loose-object.ts";

/**
 * Writes an open file that does not fit in memory as an object. Gives its id, `undefined` where it does not hold `size`
 * bytes.
 */
export async function streamLoose(shadow: string, pid: number, fd: number, size: bigint): Promise<string | undefined> {
  const temporary = temporaryObject(shadow, pid);
  const hash = createHash("sha1");
  let left = size;
  async function* wrapped(): AsyncGenerator<Buffer> {
    const header = Buffer.from(`blob ${size}\0`, "latin1");
    hash.update(header);
    yield header;
    for await (const part of createReadStream("", { fd, start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
      left -= BigInt(part.length);
      hash.update(part);
      yield part;
    }
  }
  try {
    await pipeline(wrapped, createDeflate({ level: 1 }), createWriteStream(temporary, { mode: 0o600 }));
    if (left !== 0n) return undefined;
    const id = hash.digest("hex");
    chmodSync(temporary, 0o400);
    waitForDisk(temporary); // before anything names it
    nameObject(shadow, temporary, id);
    return id;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function waitForDisk(file: string): void {
  const fd = openSync(file, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
