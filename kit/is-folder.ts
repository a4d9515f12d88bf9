import { statSync } from "node:fs";

import { bareFs } from "./bare-fs.ts";
import { barePath } from "./bare-path.ts";

/** Whether a folder, or a link to one, lies there. Node would compile its own way of telling what a file is, which takes longer than all that a hook asks. */
export function isFolder(path: string): boolean {
  if (barePath.sep === "/") return bareFs.existsSync(`${path}/.`);
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true; // Windows cuts the dot off before it looks
  } catch {
    return false;
  }
}
