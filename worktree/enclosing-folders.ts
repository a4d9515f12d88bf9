import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { isRepositoryFor } from "./trust/owner.ts";

/**
 * A folder and the folders above it, up to the topmost one with a `.git`; if none has a `.git`, the folder alone. The
 * search does not stop at the nearest `.git`, since an agent can create one in any folder. A `.git` that belongs to
 * another user is ignored. Every hook calls this, so it only looks for `.git` by name and does not check the
 * repository.
 */
export function enclosingFolders(cwd: string): string[] {
  const folders: string[] = [];
  let top = 1;
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (hasGit(folder, cwd)) top = folders.length;
    if (dirname(folder) === folder) return folders.slice(0, top);
  }
}

/** The enclosing folders that have a `.git`, nearest first; if none has one, the folder itself. */
export function topFolders(cwd: string): string[] {
  const folders = enclosingFolders(cwd);
  return folders.filter((folder, at) => at === folders.length - 1 || hasGit(folder, cwd));
}

/** The folder and folders above it that hold a `.git` of another user. */
export function foldersOfOthers(cwd: string): string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(`${folder}/.git`) && !isRepositoryFor(cwd, `${folder}/.git`)) folders.push(folder);
    if (dirname(folder) === folder) return folders;
  }
}

function hasGit(folder: string, cwd: string): boolean {
  return existsSync(`${folder}/.git`) && isRepositoryFor(cwd, `${folder}/.git`);
}
