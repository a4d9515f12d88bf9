import type { Io } from "../../kit/io.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { type History, liveCheckpoints, pinOf, stepsOf } from "../journal/history.ts";
import { appendRecord } from "../journal/journal.ts";
import type { Place } from "../place.ts";
import { removeRefs } from "../refs.ts";
import { dropPackedRefs } from "./pack-refs.ts";

/** The limits of a shadow repository. */
export interface Budget {
  /** The largest size on disk, in bytes. */
  readonly bytes: number;
  /** The highest age of a checkpoint in days before the newest record, see `daysOfAge`. */
  readonly days: number;
}

/** A checkpoint or operation that can be forgotten. */
interface Entry {
  readonly id: string;
  readonly session: string | null;
  readonly order: number;
}

/**
 * Ids of checkpoints and operations that are older than the budget allows, oldest first, without those of the newest
 * session and of the session `current`.
 */
export function outdated(history: History, { days }: Budget, current?: string): string[] {
  const age = daysOfAge(history);
  return ofOldSessions(history, current)
    .filter(({ order }) => age(order) > days)
    .map(({ id }) => id);
}

/**
 * Ids that may be forgotten if the repository exceeds its budget, oldest first, without those of the newest session and
 * of the session `current`.
 */
export function olderSessions(history: History, current?: string): string[] {
  return ofOldSessions(history, current).map(({ id }) => id);
}

/**
 * Ids that may be forgotten, oldest first, if all older sessions are forgotten and the repository still exceeds its
 * budget. The newest step stays, and so does every step that began after it.
 */
export function newestSession(history: History): string[] {
  return lastResort(history).map(({ id }) => id);
}

/** How far a repository exceeds its budget. */
export interface OverBudget {
  /** Bytes above the budget. */
  readonly bytes: number;
  /** The checkpoints that the next prune forgets, oldest first, until the rest fits. */
  readonly next: "older sessions" | "newest session" | "nothing";
  /** The number of checkpoints that the next prune forgets, see `next`. */
  readonly checkpoints: number;
}

/** How far a repository of `bytes` exceeds its budget; `null` if it fits. */
export function overBudget(history: History, bytes: number, budget: Budget, current?: string): OverBudget | null {
  const over = bytes - budget.bytes;
  if (over <= 0) return null;
  const [older, newest] = [ofOldSessions(history, current).length, lastResort(history).length];
  if (older > 0) return { bytes: over, next: "older sessions", checkpoints: older };
  return { bytes: over, next: newest > 0 ? "newest session" : "nothing", checkpoints: newest };
}

/** The budget in the user's settings. */
export async function readBudget(io: Io): Promise<Budget> {
  const { budget, days } = (await readSettings(io, undefined)).checkpoints;
  return { bytes: budget, days };
}

/**
 * Records that checkpoints are forgotten, then removes their refs, so that git deletes objects that no other ref
 * reaches.
 */
export function forget(io: Io, place: Place, ids: readonly string[]): void {
  if (ids.length === 0) return;
  appendRecord(place.shadow, { type: "forget", ids, at: io.now().toISOString() });
  for (const id of ids) removeRefs(place.shadow, id);
  const names = new Set(ids);
  dropPackedRefs(io, place.shadow, (name) => names.has(name));
}

function ofOldSessions(history: History, current?: string): Entry[] {
  const all = forgettable(history);
  const keptSessions = new Set([current, entriesOf(history).findLast(({ session }) => session !== null)?.session]);
  return all.filter(({ session }) => !keptSessions.has(session));
}

function lastResort(history: History): Entry[] {
  const newest = stepsOf(liveCheckpoints(history)).at(-1);
  const from = newest ? Math.min(...newest.map(({ order }) => order)) : Math.max(...orders(history));
  return forgettable(history).filter(({ order }) => order < from);
}

function orders(history: History): number[] {
  return entriesOf(history).map(({ order }) => order);
}

/**
 * The checkpoints and operations that may be forgotten: all without a pin, in the order of the journal, whatever their
 * times are.
 */
function forgettable(history: History): Entry[] {
  const pinnedIds = new Set(history.checkpoints.flatMap((one) => (pinOf(history, one) ? [one.id] : [])));
  return entriesOf(history).filter(({ id }) => !pinnedIds.has(id));
}

function entriesOf({ checkpoints, operations }: History): Entry[] {
  return [...checkpoints, ...operations.filter(({ end, isCheckpoint }) => end && !isCheckpoint)].toSorted(
    (one, other) => one.order - other.order,
  );
}

const DAY = 24 * 3_600_000;

/**
 * Gives a function from a record's place in the journal to the record's age: the number of days before the newest
 * record. A clock that is wrong during a prune thus makes no record older. The order of the records corrects their
 * times: a record with a time after the newest one gets the time of the next record, and a record by a clock that was
 * behind gets the time of the record before it.
 */
export function daysOfAge(history: History): (order: number) => number {
  const records = recordsOf(history);
  const last = Date.parse(records.at(-1)?.at ?? "");
  const times = records.map(({ at }) => Date.parse(at));
  for (let place = times.length - 2; place >= 0; place -= 1) {
    const time = times[place]!;
    if (Number.isNaN(time) || time > last) times[place] = times[place + 1]!;
  }
  const ages = new Map<number, number>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const [place, { order }] of records.entries()) {
    latest = Math.max(latest, times[place]!);
    ages.set(order, Number.isNaN(latest) ? 0 : (last - latest) / DAY);
  }
  return (order) => ages.get(order) ?? 0;
}

/**
 * Gives a function from a moment to its age: the number of days before the newest record. The moment is given as the
 * size of the journal at that time, in bytes. Its age is that of the first record after the moment; 0 if there is no
 * such record.
 */
export function daysSince(history: History): (bytes: number) => number {
  const age = daysOfAge(history);
  const records = recordsOf(history);
  return (bytes) => {
    const next = records.find(({ place }) => place >= bytes);
    return next ? age(next.order) : 0;
  };
}

function recordsOf({ checkpoints, operations }: History) {
  return [
    ...checkpoints.map(({ order, createdAt, endedAt }) => ({ order, at: createdAt, place: endedAt ?? 0 })),
    ...operations.map(({ order, at, end, began }) => ({ order, at: end?.at ?? at, place: began?.[0] ?? 0 })),
  ].toSorted((one, other) => one.order - other.order);
}
