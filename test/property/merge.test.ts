import fc from "fast-check";
import { expect, test } from "vitest";

import { merge, nothing, type Outcome, VERDICTS } from "../../agents/codec/outcome.ts";

const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
const outcomes: fc.Arbitrary<Outcome> = fc.record(
  {
    verdict: fc.record(
      {
        kind: fc.constantFrom(...VERDICTS),
        reason: fc.string({ minLength: 1 }),
        person: fc.string({ minLength: 1 }),
        suggestions: texts,
      },
      { requiredKeys: ["kind", "reason"] },
    ),
    context: texts,
    notice: texts,
    unfinished: texts,
    rewriteNotice: texts,
    objections: fc.array(fc.record({ guard: fc.string(), found: fc.constant([]) }), { minLength: 1, maxLength: 2 }),
    rewrite: fc.record({ prompt: fc.string(), toolResponse: fc.string() }, { requiredKeys: ["prompt"] }),
  },
  { requiredKeys: [] },
);

test("nothing is the identity", () => {
  fc.assert(
    fc.property(outcomes, (outcome) => {
      expect(merge(outcome, nothing)).toEqual(outcome);
      expect(merge(nothing, outcome)).toEqual(outcome);
    }),
  );
});

test("merging is associative", () => {
  fc.assert(
    fc.property(outcomes, outcomes, outcomes, (first, second, third) => {
      expect(merge(merge(first, second), third)).toEqual(merge(first, merge(second, third)));
    }),
  );
});

test("a denial is never lost, nor weakened", () => {
  fc.assert(
    fc.property(outcomes, outcomes, (first, second) => {
      const rank = ({ verdict }: Outcome) => (verdict ? VERDICTS.indexOf(verdict.kind) : -1);
      expect(rank(merge(first, second))).toBe(Math.max(rank(first), rank(second)));
    }),
  );
});
