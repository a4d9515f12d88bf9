import { existsSync } from "node:fs";

import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { readRegularFile } from "../../kit/files.ts";
import type { Worktree } from "../../worktree/doors/worktree.ts";
import { readGitConfig } from "../../worktree/doors/git.ts";
import { objectFormat } from "../create-shadow.ts";
import type { TreeChange } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { sourceIndexOf } from "./source-index.ts";

/**
 * A hash of the patterns of the source's sparse checkout; `undefined` if the checkout is not sparse. Most repositories
 * have no such file, and this is found out at once.
 */
export function sparseDefinition(io: Io, { worktree }: Place): string | undefined {
  const file = `${worktree.gitDir}/info/sparse-checkout`;
  if (!existsSync(file)) return undefined;
  try {
    return isSparse(io, worktree) ? sha256(readRegularFile(file).bytes.toString("latin1")).slice(0, 16) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the source's config turns sparse checkout on. */
export function isSparse({ env }: Io, { commonDir, gitDir }: Worktree): boolean {
  const said = [`${gitDir}/config.worktree`, `${commonDir}/config`]
    .map((config) => readGitConfig(config, env).get("core.sparsecheckout"))
    .find((value) => value !== undefined);
  return said?.toLowerCase() === "true";
}

/** New files that git tracks, and whether the content of one differs from git's index. */
export interface SparseAdditions {
  readonly addedPaths: readonly GitPath[];
  readonly isEdited: boolean;
}

/**
 * The new files that git tracks, after a change of the sparse checkout. git put these files into the worktree and
 * expects them, so an undo must not delete them.
 */
export function addedBySparse(place: Place, changes: readonly TreeChange[]): SparseAdditions {
  const added = changes.filter(({ before, after }) => !before && after);
  if (added.length === 0) return { addedPaths: [], isEdited: false };
  const tracked = sourceIndexOf(place, objectFormat(place) === "sha256" ? 32 : 20).tracked();
  const known = added.filter(({ path }) => tracked.has(path));
  return {
    addedPaths: known.map(({ path }) => path),
    isEdited: known.some(({ path, after }) => tracked.get(path)?.id !== after!.id),
  };
}
