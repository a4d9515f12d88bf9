import { statSync } from "node:fs";

/** Changes whenever a file is replaced or written; "" where there is none. */
export function fileSignature(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false }); // mostly there is none, and an exception is dear
    return found ? `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}` : "";
  } catch {
    return "";
  }
}
