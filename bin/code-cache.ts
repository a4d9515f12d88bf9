import { buildId } from "../kit/build-id.ts";
import { readOfTwo } from "../kit/twice.ts";

/** V8's bytecode for this build and this Node: V8 itself checks only its own version and the length of the source. */
export const cacheFolder = `${import.meta.dirname}/code-cache/${buildId()}-${process.version}-${process.arch}`;

/**
 * The bytecode of a chunk until the next one is read, if it is there and whole: V8 runs damaged bytecode, too, and may
 * crash or do other work.
 */
export function readCache(name: string): Buffer | undefined {
  try {
    return readOfTwo(`${cacheFolder}/${name}.bin`);
  } catch {
    return undefined; // not written yet, or not readable
  }
}
