import { isAbsolute, relative, sep } from "node:path";

import type { Io } from "../../kit/io.ts";
import { realPath } from "../../kit/paths.ts";
import { dataDir } from "../../worktree/data-dir.ts";
import type { Worktree } from "../../worktree/find-worktree.ts";
import { toGitPath, type GitPath } from "../git-path.ts";

/** Names of half-written files; captures ignore them and the next command removes those of a dead one. */
export const TEMPORARY = { prefix: ".snapveil-", suffix: ".tmp" } as const;

/**
 * Folders inside the worktree that are never recorded whatever any rule says, with a slash at their end: our own data,
 * and the repository itself where it is not called `.git`, for no undo may move its branches.
 */
export function ownFolders(io: Io, { root, gitDir, commonDir }: Worktree): GitPath[] {
  const data = dataDir(io);
  // `relative` is not asked about what has another beginning; the letters of a path on Windows may differ in their
  // case.
  const mayBeInside = (folder: string) => sep === "\\" || folder.startsWith(root);
  const folders = [...(data === undefined ? [] : [realPath(data)]), gitDir, commonDir]
    .filter((folder) => folder !== `${root}/.git` && mayBeInside(folder))
    .map((folder) => relative(root, folder));
  const inside = folders.filter(
    (path) => path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path) && path !== ".git",
  );
  return [...new Set(inside)].map((path) => `${toGitPath(path.split(sep).join("/"))}/`);
}
