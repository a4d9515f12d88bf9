import { compareMoments, endOf } from "../../journal/journal-file.ts";
import type { StoredCheckpoint } from "../../journal/history.ts";

/** Whether two steps ran at the same time; `false` if a record of an earlier release lacks the moments. */
export function overlaps(one: StoredCheckpoint, other: StoredCheckpoint): boolean {
  const [end, otherEnd] = [endOf(one), endOf(other)];
  if (!one.began || !other.began || !end || !otherEnd) return false;
  return compareMoments(one.began, otherEnd) < 0 && compareMoments(other.began, end) < 0;
}
