import { dirname, resolve } from "node:path";

import { isFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { findPlace } from "../place.ts";

/** The folder where a command about some files goes to work, and their paths, which mean the same there. */
export interface WhereFiles {
  readonly folder: string;
  readonly paths: readonly string[];
}

/**
 * The folder of the command itself, unless all named files lie in one other repository: within its worktree, below a
 * folder that is none, or beside it.
 * @throws UserError if they lie in several repositories
 */
export function whereFiles(io: Io, folder: string, paths: readonly string[]): WhereFiles {
  const absolute = paths.map((path) => resolve(folder, path));
  const folders = absolute.map((path) => (isFolder(path) ? path : dirname(path)));
  const own = rootAt(io, folder);
  const roots = new Map(folders.map((one) => [rootAt(io, one) ?? own, one]));
  if (paths.includes("") || roots.size === 0 || (roots.size === 1 && roots.has(own))) return { folder, paths };
  if (roots.size > 1)
    throw new UserError("badArgument", ["These paths lie in several repositories. Ask about one at a time."]);
  return { folder: [...roots.values()][0]!, paths: absolute };
}

function rootAt(io: Io, folder: string): string | undefined {
  return isFolder(folder) ? findPlace(io, folder)?.worktree.root : undefined;
}
