import type { Io } from "../../kit/io.ts";
import { readSettings } from "../../worktree/read-settings.ts";
import { liveCheckpoints, pinOf, type History } from "../journal/history.ts";
import { appendRecord } from "../journal/journal.ts";
import { stepsOf } from "../journal/steps.ts";
import { removeRefs } from "../refs.ts";
import type { Place } from "../place.ts";
import { daysOfAge } from "./age.ts";
import { dropPackedRefs } from "./pack-refs.ts";

/** The limits of a shadow repository. */
export interface Budget {
  /** Bytes on disk. */
  readonly bytes: number;
  /** Days before the newest record: see `daysOfAge`. */
  readonly days: number;
}

/** A checkpoint or operation that can be forgotten. */
interface Entry {
  readonly id: string;
  readonly session: string | null;
  readonly order: number;
}

/** Ids older than the budget allows, oldest first; none of the newest session's, nor of the named one. */
export function outdated(history: History, { days }: Budget, current?: string): string[] {
  const age = daysOfAge(history);
  return ofOldSessions(history, current)
    .filter(({ order }) => age(order) > days)
    .map(({ id }) => id);
}

/** Ids that may be forgotten if there is too much, oldest first; none of the newest session's. */
export function olderSessions(history: History, current?: string): string[] {
  return ofOldSessions(history, current).map(({ id }) => id);
}

/**
 * Ids of the newest session that may be forgotten, oldest first: the last resort if all older sessions are forgotten.
 * Its newest step stays, and every step that began after that one.
 */
export function newestSession(history: History): string[] {
  return lastResort(history).map(({ id }) => id);
}

/** The excess of a repository that takes more than its budget. */
export interface OverBudget {
  /** Bytes above the budget. */
  readonly bytes: number;
  /** The checkpoints of which the next prune forgets the oldest, until the rest fits. */
  readonly next: "older sessions" | "newest session" | "nothing";
  /** The number of these checkpoints. */
  readonly checkpoints: number;
}

/** The excess over a budget; `null` if the repository fits. */
export function overBudget(history: History, bytes: number, budget: Budget, current?: string): OverBudget | null {
  const over = bytes - budget.bytes;
  if (over <= 0) return null;
  const [older, newest] = [ofOldSessions(history, current).length, lastResort(history).length];
  if (older > 0) return { bytes: over, next: "older sessions", checkpoints: older };
  return { bytes: over, next: newest > 0 ? "newest session" : "nothing", checkpoints: newest };
}

/** The limits in the user's settings. */
export async function readBudget(io: Io): Promise<Budget> {
  const { budget, days } = (await readSettings(io, undefined)).checkpoints;
  return { bytes: budget, days };
}

/** Records that checkpoints are forgotten, then removes their refs: git removes objects that nothing else names. */
export function forget(io: Io, place: Place, ids: readonly string[]): void {
  if (ids.length === 0) return;
  appendRecord(place.shadow, { type: "forget", ids, at: io.now().toISOString() });
  for (const id of ids) removeRefs(place.shadow, id);
  const names = new Set(ids);
  dropPackedRefs(io, place.shadow, (name) => names.has(name));
}

function ofOldSessions(history: History, current?: string): Entry[] {
  const all = forgettable(history);
  const kept = new Set([current, entriesOf(history).findLast(({ session }) => session !== null)?.session]);
  return all.filter(({ session }) => session === null || !kept.has(session));
}

function lastResort(history: History): Entry[] {
  const newest = stepsOf(liveCheckpoints(history)).at(-1);
  const from = newest ? Math.min(...newest.map(({ order }) => order)) : Math.max(...orders(history));
  return forgettable(history).filter(({ order }) => order < from);
}

function orders(history: History): number[] {
  return entriesOf(history).map(({ order }) => order);
}

/** The checkpoints that may be forgotten, in the order of the journal, whatever a clock said. */
function forgettable(history: History): Entry[] {
  const pinned = new Set(history.checkpoints.flatMap((one) => (pinOf(history, one) ? [one.id] : [])));
  return entriesOf(history).filter(({ id }) => !pinned.has(id));
}

function entriesOf({ checkpoints, operations }: History): Entry[] {
  return [...checkpoints, ...operations.filter(({ end, isCheckpoint }) => end && !isCheckpoint)].toSorted(
    (one, other) => one.order - other.order,
  );
}
