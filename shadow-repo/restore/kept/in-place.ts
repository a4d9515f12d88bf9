import { byBeginning, effectOf, remainingOf, type StoredCheckpoint } from "../../journal/history.ts";
import type { GitPath } from "../../git-path.ts";
import { isInPlace } from "../../keep/kept-changes.ts";
import type { Place } from "../../place.ts";
import { planKept } from "./plan-kept.ts";

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

/**
 * Whether an undo took back a step but for kept ignored files that had to stay, and that still have to. The next undo
 * skips such a step, since the person was told about these files; once one of them can be put back, an undo offers the
 * step again.
 * @param step the checkpoints of the step
 */
export function isStillWaiting(place: Place, step: readonly StoredCheckpoint[], isWhole: boolean): boolean {
  const isOfKept = (one: StoredCheckpoint) => {
    const remaining = remainingOf(one);
    return remaining !== undefined && keptAmong(one, (path) => remaining.includes(path)).length === remaining.length;
  };
  if (!step.every(isOfKept)) return false;
  const { ready, staying } = planKept(place, step.toSorted(byBeginning), { prefix: place.prefix }, { isWhole });
  return ready.length === 0 && staying.length > 0;
}

/** The kept ignored files that a step deleted or changed, as far as `isWanted` accepts their paths. */
export function keptAmong({ keepChanges }: StoredCheckpoint, isWanted: (path: GitPath) => boolean): GitPath[] {
  if (!keepChanges) return [];
  return [...keepChanges.deleted, ...Object.keys(keepChanges.changed)].filter(isWanted);
}
