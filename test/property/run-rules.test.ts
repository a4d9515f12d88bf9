import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { mayHaveShape, runRules } from "../../redactors/catalogue/run-rules.ts";

describe("the question that comes before the shapes of runs", () => {
  test("holds of all that has one of them", () => {
    for (const [, shape] of runRules()) {
      fc.assert(
        fc.property(fc.stringMatching(shape), (run) => {
          expect(mayHaveShape(run), run).toBe(true);
        }),
      );
    }
  });

  test("does not hold of what other services hand out", () => {
    const body = ["Zk3v", "Q9mB7xT2", "pLw8RcY5nHd4JsF6aG0x"].join("");
    expect(["ghp_", "glpat-", "npm_", "hf_"].filter((prefix) => mayHaveShape(prefix + body))).toEqual([]);
  });
});
