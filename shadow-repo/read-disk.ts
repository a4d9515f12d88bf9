import { lstatSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Names in a folder; none where there is none, or it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What a file says; nothing where there is none, or it cannot be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Changes whenever a file is replaced or written; "" where there is none. */
export function fileSignature(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false }); // mostly there is none, and an exception is dear
    return found ? `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}` : "";
  } catch {
    return "";
  }
}

/** Bytes of all files below a folder; what vanishes meanwhile counts nothing. */
export function folderSize(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = join(folder, entry.name);
      bytes += entry.isDirectory() ? folderSize(place) : (lstatSync(place, { throwIfNoEntry: false })?.size ?? 0);
    }
  } catch {
    // Gone.
  }
  return bytes;
}
