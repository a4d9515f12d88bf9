import { join } from "node:path";

import { gitDirOf } from "../../worktree/doors/worktree.ts";
import type { Skipped } from "../engine.ts";
import { toGitPath, toText, type GitPath } from "../git-path.ts";
import { foundAt, namesBelow } from "./on-disk.ts";

/**
 * The reason for a file named `.git`: git passes over everything of that name, wherever it lies, and takes nothing
 * whose name differs only in its case.
 */
const WHY = "git records nothing of this name";

/** The beginning of a path, down to a name that git takes for `.git`: the path that is named as not recorded. */
export function namedGit(path: GitPath): Skipped | undefined {
  const found = /^(?:.*?\/)?\.git(?:\/|$)/i.exec(path)?.[0];
  return found === undefined ? undefined : { path: found, why: WHY };
}

/**
 * A `.git` below the top of the worktree that is no repository: git does not report it, and nothing in it is recorded.
 */
export function strayGitIn(root: string, folder: GitPath): Skipped | undefined {
  if (folder === "") return undefined;
  const found = foundAt(root, `${folder}.git`);
  if (!found || isOwnRepository(root, folder)) return undefined;
  return { path: `${folder}.git${found.isDirectory() ? "/" : ""}`, why: WHY };
}

/**
 * Whether a folder that holds a `.git` is a worktree of its own, by git's test: it leads to a repository whose HEAD
 * names something. If the folder's name is no UTF-8 this cannot be looked up, and the folder counts as one.
 */
export function isOwnRepository(root: string, folder: GitPath): boolean {
  return toGitPath(toText(folder)) !== folder || gitDirOf(join(root, toText(folder), ".git")) !== undefined;
}

/** A folder and the folders in it, none of which holds a recorded file; without those in a repository of its own. */
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
