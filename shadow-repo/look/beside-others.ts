import { compareMoments, endOf, type Moment } from "../journal/journal-file.ts";
import type { StoredCheckpoint } from "../journal/history.ts";

/** A step's session and end. */
interface End {
  readonly session: string;
  readonly end: Moment;
}

/** The latest end among some steps, and the latest of another session than that step's. */
type Latest = readonly [latest?: End, ofAnother?: End | undefined];

/**
 * Tells whether a step of another session ran at the same time as a step. Each question takes the logarithm of the
 * number of steps, since a list of a thousand turns asks a thousand questions. Work by hand is nobody's, and steps
 * without moments, which an earlier release wrote, count as beside nobody.
 */
export function besideOthers(steps: readonly StoredCheckpoint[]): (step: StoredCheckpoint) => boolean {
  const begun = steps
    .flatMap((one) => {
      const end = endOf(one);
      return one.began && end && one.session !== null ? [{ began: one.began, session: one.session, end }] : [];
    })
    .toSorted((one, other) => compareMoments(one.began, other.began));
  const latest: Latest[] = [];
  for (const one of begun) latest.push(withEnd(latest.at(-1) ?? [], one));
  return ({ began, session, ...rest }) => {
    const end = endOf(rest);
    if (!began || !end) return false;
    const before = latest[firstFrom(begun, end) - 1] ?? [];
    const other = before[0]?.session === session ? before[1] : before[0];
    return other !== undefined && compareMoments(began, other.end) < 0;
  };
}

/** The two latest ends with one step more. */
function withEnd([latest, ofAnother]: Latest, { session, end }: End): Latest {
  const one = { session, end };
  if (!latest) return [one];
  if (latest.session === session) return [later(latest, one), ofAnother];
  return later(latest, one) === one ? [one, latest] : [latest, ofAnother ? later(ofAnother, one) : one];
}

function later(one: End, other: End): End {
  return compareMoments(one.end, other.end) >= 0 ? one : other;
}

/** The number of steps that began before a moment. */
function firstFrom(begun: readonly { readonly began: Moment }[], moment: Moment): number {
  let [low, high] = [0, begun.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareMoments(begun[middle]!.began, moment) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
