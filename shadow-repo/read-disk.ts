import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { readRegularFile } from "../kit/files.ts";

/**
 * The text of a file; empty if the file is missing, cannot be read, or is not a regular file (reading a pipe would
 * block).
 */
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
    const found = statSync(file, { throwIfNoEntry: false }); // usually there is no file, and an exception takes long
    return found ? `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}` : "";
  } catch {
    return "";
  }
}

/** The bytes that a folder and everything below it occupy on the disk. Files that vanish meanwhile are left out. */
export function sizeOnDisk(folder: string): number {
  let bytes = blocksOf(folder);
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = join(folder, entry.name);
      bytes += entry.isDirectory() ? sizeOnDisk(place) : blocksOf(place);
    }
  } catch {
    // The folder was deleted meanwhile, or cannot be read.
  }
  return bytes;
}

/** The bytes that a file occupies on the disk. `blocks` counts units of 512 bytes on every file system. */
function blocksOf(file: string): number {
  try {
    return (lstatSync(file, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  } catch {
    return 0; // a folder above it is gone
  }
}

/**
 * Whether a path holds neither a file nor a folder nor a link; `false` if the system cannot tell, as in a folder
 * without permission.
 */
export function isGone(file: string): boolean {
  try {
    lstatSync(file);
    return false;
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

/** The path of the worktree to which a shadow repository belongs; `undefined` if it names none. */
export function worktreeOf(shadow: string): string | undefined {
  return textOfFile(join(shadow, "worktree")).replace(/\n$/, "") || undefined;
}
