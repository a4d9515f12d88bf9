import type { StoredCheckpoint } from "../../journal/history.ts";

/** Whether two steps ran at the same time; `false` if a record of an earlier release lacks the moments. */
export function overlaps(one: StoredCheckpoint, other: StoredCheckpoint): boolean {
  if (!one.began || !other.began || one.endedAt === undefined || other.endedAt === undefined) return false;
  return one.began[0] <= other.endedAt && other.began[0] <= one.endedAt;
}
