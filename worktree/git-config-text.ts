import { bareFs } from "../kit/bare-fs.ts";
import { readRegularFile } from "../kit/read-regular-file.ts";
import { utf8Text } from "../kit/utf8-text.ts";

/** Bytes that a file may have. */
const LARGEST = 1 << 20;

/** What one of git's configuration files says, as it stands there; nothing where it is missing or cannot be read. */
export function gitConfigText(file: string): string {
  if (!bareFs.existsSync(file)) return ""; // an exception costs more than all the rest of this
  try {
    return utf8Text(readRegularFile(file, LARGEST).bytes);
  } catch {
    return "";
  }
}
