import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { isRepositoryFor } from "./trust/owner.ts";

/**
 * The folder and those above it, as far as the topmost that has a `.git`; without one, the folder alone. An agent can
 * make a `.git` in any folder that it works in, so the nearest one is not the end. A `.git` of another user's does not
 * count. A few look-ups by name instead of the real search for the worktree: every hook pays for this.
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

/** The enclosing folders that have a `.git`, the nearest first; without one, the folder itself. */
export function topFolders(cwd: string): string[] {
  const folders = enclosingFolders(cwd);
  return folders.filter((folder, at) => at === folders.length - 1 || hasGit(folder, cwd));
}

/** The folders from this one up in which another user laid a `.git`. */
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
