import { effectOf, remainingOf, type StoredCheckpoint } from "../../journal/history.ts";
import type { GitPath } from "../../git-path.ts";
import { isInPlace } from "../../keep/kept-changes.ts";

/**
 * Whether the only changes left of a step are of kept ignored files that were changed in place. An undo skips such a
 * step unless it is asked for kept files, since a program of the user may have changed the files meanwhile.
 */
export function isInPlaceOnly(step: StoredCheckpoint): boolean {
  const { keepChanges } = step;
  if (!keepChanges) return false;
  const remaining = remainingOf(step);
  if (remaining) return remaining.every((path) => keepChanges.changed[path] !== undefined);
  const [before, after] = effectOf(step);
  return isInPlace({ before, after, keepChanges });
}

/** The kept ignored files that a step deleted or changed, as far as `isWanted` accepts their paths. */
export function keptAmong({ keepChanges }: StoredCheckpoint, isWanted: (path: GitPath) => boolean): GitPath[] {
  if (!keepChanges) return [];
  return [...keepChanges.deleted, ...Object.keys(keepChanges.changed)].filter(isWanted);
}
