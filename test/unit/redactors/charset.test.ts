import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detector } from "../../../redactors/with-detector.ts";
import { longRuns } from "../../../redactors/charset.ts";

describe("long runs", () => {
  test("are what the pattern without an end finds", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "é"), maxLength: 60 });
    fc.assert(
      fc.property(text, (text) => {
        const found = [...longRuns(text, /[ab]{3}/g, /[^ab]/g)].map(({ 0: run, index }) => [run, index]);
        expect(found).toEqual([...text.matchAll(/[ab]{3,}/g)].map(({ 0: run, index }) => [run, index]));
      }),
    );
  });

  const areSearched = (character: string) => {
    const secret = ["ghp_", "Xq7Rk2mZ9vLw4TyB8nCd5HsJ1gFp3KeA6uVx"].join("");
    expect(detector.find(`${character.repeat(18_000_000)}\n${secret}\n`).length).toBeGreaterThan(0);
  };

  test.each(["z", "+", " "])("of eighteen million %j are searched", areSearched);
  test('of eighteen million "-" are searched', { tags: ["long"] }, () => areSearched("-"));
});
