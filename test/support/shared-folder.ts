import { existsSync } from "node:fs";
import { join } from "node:path";

/** Vectors and recordings that lie beside the project and are no part of it: it passes without them. */
const SHARED = join(import.meta.dirname, "../../../shared");

/** The path of a file there, or `undefined`. */
export function sharedFile(path: string): string | undefined {
  const file = join(SHARED, path);
  return existsSync(file) ? file : undefined;
}

/** One line for all that is left out, where the folder is not there. */
export function sharedLeftOut(): string {
  if (existsSync(SHARED)) return "";
  return "left out: what other scanners and released agents were recorded to say, since ../shared is not there\n";
}
