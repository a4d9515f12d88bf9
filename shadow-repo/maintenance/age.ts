import type { History } from "../journal/history.ts";

const DAY = 24 * 3_600_000;

/**
 * The age of each record, in days before the newest one: a clock that is wrong while space is given back makes nothing
 * older. The order of the records corrects their times: a record from the future is as old as the next one, and a
 * record by a clock that was behind as old as the one before it. Returns a function that gives the age of the record at
 * a place in the journal.
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
 * The age of a moment, in days before the newest record. A moment is the bytes of the journal at that time; its age is
 * that of the first record since, and 0 if there is none.
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
