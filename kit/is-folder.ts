import { statSync } from "node:fs";

/** Whether a folder, or a link to one, lies there. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // a part of the path is a file, or it cannot be looked into
  }
}
