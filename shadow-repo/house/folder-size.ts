import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

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
