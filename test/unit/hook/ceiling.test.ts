import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { withinCeiling } from "../../../hook/ceiling.ts";

const lengthOf = (texts: readonly string[]) => texts.join("\n\n").length;

describe("what an event may say", () => {
  test("stays as it is below the ceiling", () => {
    const texts = ["a".repeat(4000), "b".repeat(4998)];
    expect(lengthOf(texts)).toBe(9000);
    expect(withinCeiling(texts)).toBe(texts);
  });

  test("loses the ends of its longest texts, at one length, and no short one", () => {
    const [first, short, last] = withinCeiling(["a".repeat(20_000), "a short one", "b".repeat(12_000)]);
    expect(short).toBe("a short one");
    expect(first).toMatch(/^a{4000,}\n\.\.\. \(1[56]\d{3} characters more/);
    expect(Math.abs(first!.length - last!.length)).toBeLessThan(5);
  });

  test("is cut at the end of a line, and never inside a character", () => {
    expect(withinCeiling(["one line\n".repeat(2000)])[0]).toMatch(/one line\n\.\.\. \(/);
    expect(withinCeiling([`head\n${"a".repeat(20_000)}`])[0]).toMatch(/^head\na{8000,}\n\.\.\. \(/); // no line is near
    for (const begin of ["", "x"])
      expect(withinCeiling([begin + "😀".repeat(6000)])[0]).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  test("counts what it leaves out", () => {
    const [said = ""] = withinCeiling(["a".repeat(10_000)]);
    const [kept = "", left = "0"] = /^(a*)\n\.\.\. \((\d+)/.exec(said)!.slice(1);
    expect(kept.length + Number(left)).toBe(10_000);
  });

  test("holds whatever the texts are", () => {
    const text = fc.tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.nat(900)).map(([a, times]) => a.repeat(times));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (texts) => {
        const said = withinCeiling(texts);
        expect(lengthOf(said)).toBeLessThanOrEqual(9000);
        expect(said).toHaveLength(texts.length);
      }),
    );
  });
});
