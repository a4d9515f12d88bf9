import { buildId } from "../kit/build-id.ts";
import { readOfTwo } from "../kit/twice.ts";

/**
 * The folder of V8's bytecode for this build and this Node. The name holds the build, because V8 itself only checks its
 * own version and the length of the source.
 */
export const cacheFolder = `${import.meta.dirname}/code-cache/${buildId()}-${process.version}-${process.arch}`;

/**
 * The bytecode of a chunk; `undefined` if it is missing or damaged. V8 would run damaged bytecode, too, and crash or
 * misbehave. The buffer is reused by the next call.
 */
export function readCache(name: string): Buffer | undefined {
  try {
    return readOfTwo(`${cacheFolder}/${name}.bin`);
  } catch {
    return undefined; // the file is missing or unreadable
  }
}
