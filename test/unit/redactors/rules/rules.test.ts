import { describe, expect, test } from "vitest";
import { RULES } from "../../../../redactors/rules/rules.ts";
import { detector } from "../../../../redactors/with-all-readers.ts";
import { randomFrom } from "../../../support/chance.ts";
import { sampleOf } from "../sample.ts";

describe("the rules", () => {
  test("knows 450 prefixes and more", () => {
    expect(new Set(RULES.flatMap(([, prefixes]) => prefixes.split(" "))).size).toBeGreaterThanOrEqual(450);
  });

  test("names kinds as markers spell them", () => {
    expect(RULES.filter(([kind]) => !/^[a-z0-9][a-z0-9-]{1,46}$/.test(kind))).toEqual([]);
  });

  const rows = RULES.map(([kind, prefixes, shape, edge]) => ({
    kind,
    words: prefixes.split(" ").map((prefix) => prefix.replaceAll("␣", " ")),
    shape,
    edge,
  }));

  test.each(rows)("finds samples of $kind $shape", ({ kind, words, shape, edge }) => {
    const missed = words.filter((word) => {
      const token = word + sampleOf(shape, randomFrom(kind.length * 7919 + word.length * 104729 + shape.length));
      const text = `here it is: ${token} ok?`;
      const start = text.indexOf(token) + (edge === "after" ? word.length : 0);
      const end = text.indexOf(token) + token.length;
      return !detector.find(text).some(({ span }) => span[0] <= start && span[1] >= end);
    });
    expect(missed).toEqual([]);
  });

  test.each(rows)("leaves what stands for $kind $shape in a manual", ({ words }) => {
    const found = words.flatMap((word) =>
      [`${word}your-token-here`, `${word}...`, `/^${word}[A-Za-z0-9]{36}$/`].filter((text) =>
        detector.find(text).some(({ span }) => span[1] > word.length + 1),
      ),
    );
    expect(found).toEqual([]);
  });
});
