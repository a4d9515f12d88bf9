import { readRegularFile } from "../../kit/files.ts";

/** The most bytes of a script file. */
const LARGEST = 256 * 1024;

/** The bytes of a script file; `undefined` if it is no text, is too long or cannot be read. */
export function scriptIn(path: string): Buffer | undefined {
  try {
    const { bytes, whole } = readRegularFile(path, LARGEST);
    return whole && !bytes.includes(0) ? bytes : undefined;
  } catch {
    return undefined;
  }
}
