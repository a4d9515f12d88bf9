import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { sha256 } from "../../kit/hash.ts";
import { readGitConfig } from "../../worktree/read-git-config.ts";
import { objectFormat } from "../create-shadow.ts";
import type { TreeChange } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { readBytes } from "../read-bytes.ts";
import { sourceIndexOf } from "./tracked-by-source.ts";

/**
 * What the source's sparse checkout takes, as a word; `undefined` where it takes everything. Mostly one look for a
 * file.
 */
export function sparseDefinition(io: Io, { worktree: { commonDir, gitDir } }: Place): string | undefined {
  const file = `${gitDir}/info/sparse-checkout`;
  if (!existsSync(file)) return undefined;
  const isOn = [`${gitDir}/config.worktree`, `${commonDir}/config`]
    .map((config) => readGitConfig(config, io.env).get("core.sparsecheckout"))
    .find((value) => value !== undefined);
  try {
    return isOn?.toLowerCase() === "true" ? sha256(readBytes(file).toString("latin1")).slice(0, 16) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Of files that are new since a sparse checkout took something else, those that git brought: it tracks them, and they
 * are as it has them. Nobody wrote them, and git counts on their being there.
 */
export function broughtByGit(place: Place, changes: readonly TreeChange[]): GitPath[] {
  const added = changes.filter(({ before, after }) => !before && after);
  if (added.length === 0) return [];
  const tracked = sourceIndexOf(place, objectFormat(place) === "sha256" ? 32 : 20).tracked();
  return added.flatMap(({ path, after }) => (tracked.get(path)?.id === after!.id ? [path] : []));
}
