import { existsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The folder and those above it, as far as the topmost that has a `.git`; without one, the folder alone. An agent can
 * make a `.git` in any folder that it works in, so the nearest one is not the end. A few look-ups by name instead of the
 * real search for the worktree: every hook pays for this.
 */
export function enclosingFolders(cwd: string): string[] {
  const folders: string[] = [];
  let top = 1;
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (hasGit(folder)) top = folders.length;
    if (dirname(folder) === folder) return folders.slice(0, top);
  }
}

/** Those of them that have a `.git`, the nearest first; without one, the folder itself. */
export function topFolders(cwd: string): string[] {
  const folders = enclosingFolders(cwd);
  return folders.filter((folder, at) => at === folders.length - 1 || hasGit(folder));
}

function hasGit(folder: string): boolean {
  return existsSync(`${folder}/.git`);
}
