import { expect, test } from "vitest";

import type { StoredCheckpoint } from "../../../../shadow-repo/journal/history.ts";
import { besideOthers } from "../../../../shadow-repo/look/beside-others.ts";
import { overlaps } from "../../../../shadow-repo/restore/operation/overlaps.ts";

/** A step; `began` and `ended` are lines of the journal, `at` a tick on the line. */
const step = (session: string | null, began: number, ended: number | undefined, at = 0) =>
  ({
    session,
    began: [began, at],
    ...(ended === undefined ? {} : { endedAt: ended }),
  }) as unknown as StoredCheckpoint;

const CASES: readonly (readonly [what: string, steps: readonly StoredCheckpoint[], beside: readonly boolean[]])[] = [
  ["one session, whatever it did", [step("a", 1, 9), step("a", 2, 5), step("a", 3, 4)], [false, false, false]],
  ["one after the other", [step("a", 1, 2), step("b", 3, 4)], [false, false]],
  ["one within the other", [step("a", 1, 9), step("b", 3, 4)], [true, true]],
  ["one that begins before the other ends", [step("a", 1, 3), step("b", 2, 5)], [true, true]],
  [
    "a long one of the first, long ones of the second",
    [step("a", 1, 20), step("b", 2, 9), step("a", 10, 11)],
    [true, true, false],
  ],
  [
    "two of a third between",
    [step("a", 1, 3), step("b", 4, 8), step("c", 5, 6), step("a", 9, 10)],
    [false, true, true, false],
  ],
  [
    "work by hand, which is beside a session, and of which a session knows nothing",
    [step(null, 1, 9), step("b", 3, 4)],
    [true, false],
  ],
  ["one that has no end on record", [step("a", 1, undefined), step("b", 3, 4)], [false, false]],
  ["one line of the journal, two ticks", [step("a", 1, 5, 1), step("b", 5, 6, 2)], [true, true]],
];

test.each(CASES)("whether a step ran beside another session's: %s", (_, steps, beside) => {
  const isBeside = besideOthers(steps);
  expect(steps.map(isBeside)).toEqual(beside);
});

test("a step runs beside others as two steps overlap, for each choice of three sessions and five lines", () => {
  const spans = [1, 2, 3, 4].flatMap((began) => [1, 2].map((lines) => [began, began + lines] as const));
  const all = ["a", "b", "c"].flatMap((session) => spans.map(([began, ended]) => step(session, began, ended)));
  for (let at = 0; at < 2 ** 10; at++) {
    // Ten steps of the 24, other ones each time.
    const steps = Array.from({ length: 10 }, (_, n) => all[(at * 7 + n * n * 5 + (at >> n)) % all.length]!);
    const isBeside = besideOthers(steps);
    for (const one of steps)
      expect(isBeside(one)).toBe(steps.some((other) => other.session !== one.session && overlaps(other, one)));
  }
});
