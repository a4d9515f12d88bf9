import { readRegularFile } from "../kit/read-regular-file.ts";

/** Bytes of a file of settings that count. */
const LIMIT = 16 << 20;

/**
 * A file of the project's that says how to audit it; `undefined` where there is none, or it is a pipe, a folder, a
 * device.
 */
export function readText(file: string): string | undefined {
  try {
    return readRegularFile(file, LIMIT).bytes.toString("utf8");
  } catch {
    return undefined;
  }
}
