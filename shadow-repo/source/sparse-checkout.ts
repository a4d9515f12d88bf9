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

/** The source's sparse checkout, as a word; `undefined` if it takes everything. Mostly one look for a file. */
export function sparseDefinition(io: Io, { worktree }: Place): string | undefined {
  const file = `${worktree.gitDir}/info/sparse-checkout`;
  if (!existsSync(file)) return undefined;
  try {
    return isSparse(io, worktree) ? sha256(readRegularFile(file).bytes.toString("latin1")).slice(0, 16) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the source's configuration names a sparse checkout. */
export function isSparse({ env }: Io, { commonDir, gitDir }: Worktree): boolean {
  const said = [`${gitDir}/config.worktree`, `${commonDir}/config`]
    .map((config) => readGitConfig(config, env).get("core.sparsecheckout"))
    .find((value) => value !== undefined);
  return said?.toLowerCase() === "true";
}

/** New files that git tracks, and whether one of these is not as git has it. */
interface SparseAdditions {
  readonly addedPaths: readonly GitPath[];
  readonly isEdited: boolean;
}

/**
 * The new files that git tracks since a sparse checkout took in something else. Git counts on these files: one that was
 * edited as well is left and named.
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
