import { readFileSync } from "node:fs";

import { buildId } from "../kit/build-id.ts";

/** V8's bytecode for this build and this Node: V8 itself checks only its own version and the length of the source. */
export const cacheFolder = `${import.meta.dirname}/code-cache/${buildId()}-${process.version}-${process.arch}`;

/** The bytecode of a chunk, if it is there and whole. */
export function readCache(name: string): Buffer | undefined {
  try {
    const bytes = readFileSync(`${cacheFolder}/${name}.bin`);
    return bytes.readInt32LE(bytes.length - 4) === sumOf(bytes) ? bytes.subarray(0, -4) : undefined;
  } catch {
    return undefined; // not written yet, or not readable
  }
}

/**
 * A checksum of five words of each page, the last four bytes left out: V8 runs damaged bytecode, too, and pages can be
 * lost in a power cut. With more words V8 would take the loop for worth compiling, which costs each hook 1.4 ms.
 */
export function sumOf(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, (bytes.length - 4) >> 2);
  let sum = bytes.length;
  for (let at = 0; at < words.length; at += 181) sum = (Math.imul(sum, 31) + words[at]!) | 0;
  return sum;
}
