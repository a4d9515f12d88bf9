import { join } from "node:path";

import { isFolder, namesIn, readRegularFile } from "../../kit/files.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { MOST_CHANGES } from "./change.ts";

/** Folders of which no program publishes anything. */
const LEFT_OUT = new Set([".git", ".hg", ".svn", "node_modules"]);

/**
 * The files below a folder, relative to the folder, with slashes. @param into whether a folder's files are wanted
 * @throws TooSlow if there are more than can be searched
 */
export function walkedFiles(
  folder: string,
  into: (name: string) => boolean = (name) => !LEFT_OUT.has(name),
): readonly string[] {
  const found: string[] = [];
  const walk = (below: string) => {
    for (const name of namesIn(join(folder, below))) {
      const path = below === "" ? name : `${below}/${name}`;
      if (!isFolder(join(folder, path))) found.push(path);
      else if (into(name)) walk(path);
      if (found.length > MOST_CHANGES) throw new TooSlow();
    }
  };
  walk("");
  return found;
}

/** The text of a small file. @throws Error if it cannot be read */
export function textIn(path: string): string {
  return readRegularFile(path, 1 << 20).bytes.toString("utf8");
}
