import type { History } from "../journal/history.ts";

const DAY = 24 * 3_600_000;

/**
 * How old each record is, in days on which something was recorded: the time from one record to the next counts as a day
 * at most. So neither a clock that is wrong now nor one that was wrong when a record was made turns young history into
 * old: an error of months counts as one day. Gives the age of what stands at a place in the journal.
 */
export function daysOfActivity(history: History): (order: number) => number {
  const records = recordsOf(history);
  const ages = new Map<number, number>();
  let age = 0;
  for (const [place, { order, at }] of [...records.entries()].toReversed()) {
    const next = records[place + 1];
    age += next ? daysBetween(at, next.at) : 0;
    ages.set(order, age);
  }
  return (order) => ages.get(order) ?? 0;
}

/**
 * The same of a moment, which is told by how many bytes of journal there were: the age of the first record since, and 0
 * where there is none.
 */
export function daysSince(history: History): (bytes: number) => number {
  const age = daysOfActivity(history);
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

/** Not below zero, where a clock was set back between the two, and not above a day. */
function daysBetween(one: string, other: string): number {
  const time = Date.parse(other) - Date.parse(one);
  return Number.isNaN(time) ? 0 : Math.min(1, Math.max(0, time / DAY));
}
