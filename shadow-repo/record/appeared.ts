import { NO_COVERAGE, readCoverage, type Covered } from "../coverage.ts";
import type { Difference, TreeChange } from "../engine.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { isIgnoreFile } from "../source/ignore-files.ts";

/**
 * Paths that only the later of two states holds, although their files may have existed before: ignored until the rules
 * changed, too large, or in a nested repository. Their former content is unknown, so no undo may delete the files.
 */
export async function appeared(
  { engine, place }: Shadow,
  before: Covered,
  after: Covered,
  { added, deleted, edited }: Difference,
): Promise<GitPath[]> {
  if (added.length === 0) return [];
  const coverage = readCoverage(place.shadow, before.coverage) ?? NO_COVERAGE;
  const skipped = new Set(coverage.skipped);
  const known = added.filter((path) => skipped.has(path) || foldersOf(path).some((folder) => skipped.has(folder)));
  const rulesChanged =
    before.coverage !== after.coverage || [added, deleted, edited].some((paths) => paths.some(isIgnoreFile));
  if (!rulesChanged) return known;
  const trackedButIgnored = new Set(coverage.trackedButIgnored);
  const ignored = (await engine.ignoredBy(before.tree, coverage, added)).filter((path) => !trackedButIgnored.has(path));
  return [...new Set([...known, ...ignored])];
}

export function differenceOf(changes: readonly TreeChange[]): Difference {
  const pathsOf = (wanted: (change: TreeChange) => unknown) => changes.filter(wanted).map(({ path }) => path);
  return {
    added: pathsOf(({ before }) => !before),
    deleted: pathsOf(({ after }) => !after),
    edited: pathsOf(({ before, after }) => before && after),
  };
}
