import { existsSync } from "node:fs";

import { readRegularFile } from "../kit/read-regular-file.ts";

/** Bytes that a file may have. */
const LARGEST = 1 << 20;

/** What one of git's configuration files says, as it stands there; nothing where it is missing or cannot be read. */
export function gitConfigText(file: string): string {
  if (!existsSync(file)) return ""; // an exception costs more than all the rest of this
  try {
    return readRegularFile(file, LARGEST).bytes.toString();
  } catch {
    return "";
  }
}
