import { existsSync } from "node:fs";
import { join } from "node:path";

/** Cases and vectors that lie beside the project; the project alone must pass without them. */
const SHARED = join(import.meta.dirname, "../../../shared");

/** The path of a file there, or `undefined` with a line printed that says what is left out. */
export function sharedFile(path: string, what: string): string | undefined {
  const file = join(SHARED, path);
  if (existsSync(file)) return file;
  process.stderr.write(`left out: ${what}, since ../shared/${path} is not there\n`);
  return undefined;
}
