import { existsSync, statSync } from "node:fs";
import { sep } from "node:path";

/** Whether a folder, or a link to one, lies there. Node would compile its own way of telling what a file is, which takes longer than all that a hook asks. */
export function isFolder(path: string): boolean {
  if (sep === "/") return existsSync(`${path}/.`);
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true; // Windows cuts the dot off before it looks
  } catch {
    return false;
  }
}
