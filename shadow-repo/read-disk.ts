import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { readRegularFile } from "../kit/files.ts";

/** The text of a file; empty if there is none, it cannot be read, or it is a pipe, which would be waited for. */
export function textOfFile(file: string): string {
  try {
    return readRegularFile(file).bytes.toString("utf8");
  } catch {
    return "";
  }
}

/** A text that changes whenever a file is replaced or written; "" if there is no file. */
export function fileSignature(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false }); // mostly there is none, and an exception is dear
    return found ? `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}` : "";
  } catch {
    return "";
  }
}

/** Bytes that a folder and everything below it take on the disk; files that vanish meanwhile take none. */
export function sizeOnDisk(folder: string): number {
  let bytes = blocksOf(folder);
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = join(folder, entry.name);
      bytes += entry.isDirectory() ? sizeOnDisk(place) : blocksOf(place);
    }
  } catch {
    // Gone.
  }
  return bytes;
}

/** The blocks of a file on the disk. One has 512 bytes, whatever the disk's own blocks have. */
function blocksOf(file: string): number {
  try {
    return (lstatSync(file, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  } catch {
    return 0; // a folder above it is gone
  }
}

/** Whether no file has this name; `false` too if the path cannot be looked at. */
export function isGone(file: string): boolean {
  try {
    lstatSync(file);
    return false;
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

/** The worktree that a shadow repository names as its own; `undefined` if it names none. */
export function worktreeOf(shadow: string): string | undefined {
  return textOfFile(join(shadow, "worktree")).replace(/\n$/, "") || undefined;
}
