import { join } from "node:path";

import { gitDirOf } from "../../worktree/doors/worktree.ts";
import type { Skipped } from "../engine.ts";
import { toGitPath, toText, type GitPath } from "../git-path.ts";
import { foundAt, namesBelow } from "./on-disk.ts";

/**
 * The reason for skipping a file named `.git`: git ignores everything of that name in any folder, and refuses names
 * that differ from it only in letter case.
 */
const WHY = "git records nothing of this name";

/**
 * The beginning of a path up to a name that is `.git` in any letter case, as a skipped path; `undefined` if there is
 * none.
 */
export function namedGit(path: GitPath): Skipped | undefined {
  const found = /^(?:.*?\/)?\.git(?:\/|$)/i.exec(path)?.[0];
  return found === undefined ? undefined : { path: found, why: WHY };
}

/**
 * A `.git` in a folder that is no repository, as a skipped path: git does not list it, and nothing in it is recorded.
 * `undefined` if there is no such `.git`, and for the root.
 */
export function strayGitIn(root: string, folder: GitPath): Skipped | undefined {
  if (folder === "") return undefined;
  const found = foundAt(root, `${folder}.git`);
  if (!found || isOwnRepository(root, folder)) return undefined;
  return { path: `${folder}.git${found.isDirectory() ? "/" : ""}`, why: WHY };
}

/**
 * Whether a folder with a `.git` is the worktree of another repository, by git's test: `.git` leads to a repository
 * with a valid HEAD. A folder whose name is not UTF-8 cannot be tested, so the result is `true`.
 */
export function isOwnRepository(root: string, folder: GitPath): boolean {
  return toGitPath(toText(folder)) !== folder || gitDirOf(join(root, toText(folder), ".git")) !== undefined;
}

/**
 * A folder without recorded files, and the folders below it until `most` are found. Folders inside other repositories
 * are left out.
 */
export function foldersBelow(root: string, top: GitPath, most: number): GitPath[] {
  const folders = [top];
  for (let at = 0; at < folders.length && folders.length < most; at += 1) {
    const folder = folders[at]!;
    const names = namesBelow(root, folder);
    if (typeof names === "string" || (names.includes(".git") && isOwnRepository(root, folder))) continue;
    for (const name of names)
      if (name !== ".git" && foundAt(root, folder + name)?.isDirectory()) folders.push(`${folder}${name}/`);
  }
  return folders;
}
