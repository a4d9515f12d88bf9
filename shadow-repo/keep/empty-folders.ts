import { foldersOf, type GitPath } from "../git-path.ts";
import { isOwnRepository } from "../source/named-git.ts";
import { namesBelow, statAt } from "../source/on-disk.ts";
import type { KeptFile } from "./kept-state.ts";

/**
 * The most folders that are noted, and the most names that are looked at. A program, not a person, makes a larger tree
 * of empty folders.
 */
const NOTED = 500;
const LOOKED_AT = 5000;

/** The entry of a folder in a kept state. Its path ends with a slash; its files have entries of their own. */
export function keptFolder(path: GitPath, mode: number): KeptFile {
  return { path, size: 0, modified: 0, changed: 0, inode: 0, mode: mode & 0o7777, isFolder: true };
}

/**
 * Finds the folders with no file at any depth, among `tops` and all folders below.
 * @param tops folders with a slash at their ends
 */
export function emptyFoldersBelow(root: string, tops: readonly GitPath[]): KeptFile[] {
  const found: KeptFile[] = [];
  let left = LOOKED_AT;
  for (const top of tops) visit(top);
  return found.slice(0, NOTED);

  /** Whether a folder holds no file at any depth; `false` if this is unknown. Adds it to the result if so. */
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

/** Leaves out each folder that holds another path of the list, since that path already contains the folder's name. */
export function withoutOuterFolders<Item extends { readonly path: GitPath }>(items: readonly Item[]): Item[] {
  const above = new Set(items.flatMap(({ path }) => foldersOf(path.replace(/\/$/, ""))));
  return items.filter(({ path }) => !above.has(path));
}

/** The folders of an earlier state that still exist. */
export function foldersStillThere(root: string, files: readonly KeptFile[] = []): KeptFile[] {
  return files.flatMap((file) => {
    const stat = file.isFolder ? statAt(root, file.path) : undefined;
    return typeof stat === "object" && stat.isDirectory() ? [keptFolder(file.path, stat.mode)] : [];
  });
}
