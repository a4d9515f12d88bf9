import { effectOf, remainingOf, type StoredCheckpoint } from "../../journal/history.ts";
import type { GitPath } from "../../git-path.ts";
import { isInPlace } from "../../keep/kept-changes.ts";

/**
 * Whether all that is left of a step is the change of kept files in place. An undo passes such a step by unless it is
 * asked for these files: a program of the person's may have changed them meanwhile.
 */
export function isInPlaceOnly(step: StoredCheckpoint): boolean {
  const { keepChanges } = step;
  if (!keepChanges) return false;
  const remaining = remainingOf(step);
  if (remaining) return remaining.every((path) => keepChanges.changed[path] !== undefined);
  const [before, after] = effectOf(step);
  return isInPlace({ before, after, keepChanges });
}

/** The kept files among some paths that a step touched. */
export function keptAmong({ keepChanges }: StoredCheckpoint, isWanted: (path: GitPath) => boolean): GitPath[] {
  if (!keepChanges) return [];
  return [...keepChanges.deleted, ...Object.keys(keepChanges.changed)].filter(isWanted);
}
