import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { dataDir } from "../worktree/data-dir.ts";
import { findWorktree, type Worktree } from "../worktree/find-worktree.ts";
import { toGitPath, type GitPath } from "./git-path.ts";

/** A folder's worktree and the shadow repository that belongs to it, which need not exist yet. */
export interface Place {
  readonly worktree: Worktree;
  /** The folder below the root: `""` at the root, else with a slash at its end. */
  readonly prefix: GitPath;
  /**
   * The shadow repository: a git directory of its own. Names in it are put behind a slash: `join` looks at every letter
   * of a path, and a hook has dozens.
   */
  readonly shadow: string;
}

/** `undefined` where nothing can be recorded: no worktree, a bare repository, or no place for data. Creates nothing. */
export function findPlace(io: Io, folder: string): Place | undefined {
  const worktree = findWorktree(folder);
  const data = dataDir(io);
  if (!worktree || !data) return undefined;
  const below = folder === worktree.root ? "" : relative(worktree.root, realpathSync(folder)).split(sep).join("/");
  return {
    worktree,
    prefix: below === "" ? "" : `${toGitPath(below)}/`,
    shadow: `${shadowsFolder(data)}${sep}${sha256(worktree.root).slice(0, 32)}`,
  };
}

/** The same for a command by hand, where having no worktree or no place for data is the user's error. */
export function placeOf(io: Io, folder: string): Place {
  const place = findPlace(io, folder);
  if (!place) throw dataDir(io) === undefined ? new UserError("noDataDir") : new UserError("noWorktree", [folder]);
  return place;
}

/** The folder that holds the shadow repositories of all worktrees. */
export function shadowsFolder(data: string): string {
  return join(data, "snapshot");
}
