import { statSync } from "node:fs";

import { readCoverage, type Covered } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { MAX_FILE_SIZE, type Shadow } from "../open-shadow.ts";
import { foundAt } from "../source/on-disk.ts";

/** The state after, with files that it does not cover any more. */
export interface LetGo {
  readonly tree: ObjectId;
  /** What it holds of them, changed or not. */
  readonly recorded: ReadonlySet<GitPath>;
  /** Those that changed. */
  readonly kept: readonly GitPath[];
}

/**
 * Ignored files that were recorded because git tracked them, and that were edited and then taken out of git before the
 * next look. They are recorded once more, or that edit could not be taken back. What was edited later was an ignored
 * file by then, as its time and that of git's index tell. `left` are the files that are there and no state holds.
 */
export async function recordLetGo(
  { engine, place }: Shadow,
  before: Covered,
  prefix: GitPath,
  left: readonly GitPath[],
): Promise<LetGo | undefined> {
  const forced = new Set(left.length === 0 ? [] : readCoverage(place.shadow, before.coverage)?.forced);
  const index =
    forced.size > 0 ? statSync(`${place.worktree.gitDir}/index`, { bigint: true, throwIfNoEntry: false }) : undefined;
  const only = left.filter(
    (path) => forced.has(path) && (foundAt(place.worktree.root, path)?.ctimeNs ?? 0n) <= (index?.mtimeNs ?? 0n),
  );
  if (only.length === 0) return undefined;
  const { tree } = await engine.capture({ prefix, maxFileSize: MAX_FILE_SIZE, only });
  const wanted = new Set(only);
  const changes = (await engine.diff(before.tree, tree, prefix)).filter(({ path }) => wanted.has(path));
  const kept = changes.flatMap(({ path, after }) => (after ? [path] : []));
  const gone = new Set(changes.flatMap(({ path, after }) => (after ? [] : [path])));
  return kept.length === 0 ? undefined : { tree, recorded: new Set(only.filter((path) => !gone.has(path))), kept };
}
