import type { Io } from "../../kit/io.ts";
import type { History } from "../journal/history.ts";
import { appendRecord } from "../journal/journal.ts";
import { removeRefs } from "../refs.ts";
import type { Place } from "../place.ts";

/** What a shadow repository may hold. The newest session is kept whatever its age and size. */
export interface Budget {
  /** Bytes on disk. */
  readonly bytes: number;
  readonly days: number;
}

export const DEFAULT_BUDGET: Budget = { bytes: 2 * 1024 ** 3, days: 14 };

/** Something that can be forgotten. */
interface Dated {
  readonly id: string;
  readonly at: string;
  readonly session: string | null;
  readonly order: number;
}

/** Ids older than the budget allows, oldest first. */
export function outdated(history: History, { days }: Budget, now: Date, current?: string): string[] {
  const limit = new Date(now.getTime() - days * 24 * 3_600_000).toISOString();
  return forgettable(history, current)
    .filter(({ at }) => at < limit)
    .map(({ id }) => id);
}

/**
 * The oldest quarter of what may be forgotten, at least one; empty where all that is left belongs to the newest
 * session.
 */
export function oldestQuarter(history: History, current?: string): string[] {
  const all = forgettable(history, current);
  return all.slice(0, Math.ceil(all.length / 4)).map(({ id }) => id);
}

/** Writes down that they are forgotten, then lets their trees go: git removes what nothing else holds. */
export function forget(io: Io, place: Place, ids: readonly string[]): void {
  if (ids.length === 0) return;
  appendRecord(place.shadow, { type: "forget", ids, at: io.now().toISOString() });
  for (const id of ids) removeRefs(place.shadow, id);
}

function forgettable({ checkpoints, operations }: History, current?: string): Dated[] {
  const all: Dated[] = [
    ...checkpoints.map(({ id, createdAt, session, order }) => ({ id, at: createdAt, session, order })),
    ...operations
      .filter((operation) => operation.end && !operation.isCheckpoint)
      .map(({ id, at, session, order }) => ({ id, at, session, order })),
  ].toSorted((one, other) => one.order - other.order); // of what was written down last, whatever a clock said
  const kept = new Set([current, all.findLast(({ session }) => session !== null)?.session]);
  return all.filter(({ session }) => session === null || !kept.has(session));
}
