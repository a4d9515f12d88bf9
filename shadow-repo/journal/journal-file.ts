import { statSync, closeSync, fstatSync, openSync, writeSync } from "node:fs";

/** The journal: one line a record, `1 CHECKSUM JSON`, only ever appended to. */
export function journalFile(shadow: string): string {
  return `${shadow}/journal`;
}

/** The journal's bytes; 0 if there is none yet. */
export function journalSize(shadow: string): number {
  return statSync(journalFile(shadow), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A position in the order of events, independent of the clock: the size of the journal in bytes at that time, then a
 * count. Of two moments the later one is greater, even if different processes took them.
 */
export type Moment = readonly [journal: number, tick: number];

/** A moment after all others. */
export const LAST: Moment = [Infinity, Infinity];

/**
 * The present moment. The count is the size of a file to which each call appends a byte, so no lock is needed; two
 * processes get the same count only if they call at the same instant.
 */
export function nextMoment(shadow: string): Moment {
  const fd = openSync(`${shadow}/ticks`, "a", 0o600);
  try {
    writeSync(fd, ".");
    return [journalSize(shadow), fstatSync(fd).size];
  } finally {
    closeSync(fd);
  }
}

export function compareMoments([journal, tick]: Moment, [otherJournal, otherTick]: Moment): number {
  return journal - otherJournal || tick - otherTick;
}

/**
 * The moment at which a step ended: later than the beginning of each step that began before its checkpoint was written,
 * or, if the state before another step is its end (`endsAt`), right before that step. `undefined` in records of the
 * first release.
 */
export function endOf({
  endedAt,
  endsAt,
}: {
  readonly endedAt?: number;
  readonly endsAt?: Moment;
}): Moment | undefined {
  if (endsAt) return [endsAt[0], endsAt[1] - 0.5];
  return endedAt === undefined ? undefined : [endedAt, Infinity];
}

/** The moment in a parsed value; `undefined` if an earlier release wrote the value, or it is damaged. */
export function asMoment(value: unknown): Moment | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [journal, tick]: unknown[] = value;
  return typeof journal === "number" && typeof tick === "number" ? [journal, tick] : undefined;
}
