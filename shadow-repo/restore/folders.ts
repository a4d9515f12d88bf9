import { lstatSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";

import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import { foundAt } from "../source/on-disk.ts";
import { isRepository } from "./check-item.ts";

/**
 * One after another, so that each is known to be a folder, and no repository by another name. Notes those that it made.
 */
export function makeFolders(root: string, folder: GitPath, made: GitPath[]): boolean {
  for (const one of folder === "" ? [] : [...foldersOf(folder.slice(0, -1)).toReversed(), folder]) {
    const path = one.slice(0, -1);
    if (!foundAt(root, path)) {
      mkdirSync(onDisk(root, path));
      made.push(path);
    }
    const found = lstatSync(onDisk(root, path), { bigint: true });
    if (!found.isDirectory() || isRepository(root, path, found)) return false;
  }
  return true;
}

export function removeIfEmpty(root: string, folder: GitPath): void {
  try {
    rmdirSync(onDisk(root, folder));
  } catch {
    // Not empty, or gone: both are fine.
  }
}

/** With the folders in it, where there is no file. */
export function removeEmptyFolders(root: string, folder: GitPath): void {
  for (const name of readdirSync(onDisk(root, folder), { encoding: "latin1" }))
    removeEmptyFolders(root, `${folder}/${name}`);
  rmdirSync(onDisk(root, folder));
}
