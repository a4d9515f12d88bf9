import { foldersOf, type GitPath } from "../git-path.ts";
import { isOwnRepository } from "../source/named-git.ts";
import { namesBelow, statAt } from "../source/on-disk.ts";
import type { KeptFile } from "./kept-state.ts";

/** Folders that are noted, and names that are looked at for that: a tree of empty folders is no work of anybody. */
const NOTED = 500;
const LOOKED_AT = 5000;

/** A folder as the store notes it, with a slash at its end: its files, if it has any, are noted by themselves. */
export function keptFolder(path: GitPath, mode: number): KeptFile {
  return { path, size: 0, modified: 0, changed: 0, inode: 0, mode: mode & 0o7777, isFolder: true };
}

/**
 * The folders that hold no file, themselves or in the folders below, among and below some.
 * @param tops folders with a slash at their ends
 */
export function emptyFoldersBelow(root: string, tops: readonly GitPath[]): KeptFile[] {
  const found: KeptFile[] = [];
  let left = LOOKED_AT;
  for (const top of tops) visit(top);
  return found.slice(0, NOTED);

  /** Whether there is no file in a folder; not if that is not known. */
  function visit(folder: GitPath): boolean {
    const stat = statAt(root, folder);
    if (!stat || stat === "unknown" || !stat.isDirectory()) return false;
    const names = namesBelow(root, folder);
    if (typeof names === "string" || (left -= names.length) < 0) return false;
    if (names.includes(".git") && isOwnRepository(root, folder)) return false;
    let isEmpty = true;
    for (const name of names) if (!visit(`${folder}${name}/`)) isEmpty = false;
    if (isEmpty) found.push(keptFolder(folder, stat.mode));
    return isEmpty;
  }
}

/** The paths among some without folders that hold another of these: whoever reads of the file knows of its folder. */
export function withoutOuterFolders<Item extends { readonly path: GitPath }>(items: readonly Item[]): Item[] {
  const above = new Set(items.flatMap(({ path }) => foldersOf(path.replace(/\/$/, ""))));
  return items.filter(({ path }) => !above.has(path));
}

/** The folders of an earlier state that are still there. */
export function foldersStillThere(root: string, files: readonly KeptFile[] = []): KeptFile[] {
  return files.flatMap((file) => {
    const stat = file.isFolder ? statAt(root, file.path) : undefined;
    return typeof stat === "object" && stat.isDirectory() ? [keptFolder(file.path, stat.mode)] : [];
  });
}
