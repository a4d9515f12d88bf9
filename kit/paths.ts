import { realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** A path with its links resolved; as it is where that cannot be. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The same, but also where the end of the path is not there: the links on its way are resolved. */
export function realPathOfNew(path: string): string {
  const names: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      return join(realpathSync(folder), ...names);
    } catch {
      if (dirname(folder) === folder) return path;
      names.unshift(basename(folder));
    }
  }
}

/** Whether a path is a folder or lies below it. Both are absolute, and no link leads from one to the other. */
export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
