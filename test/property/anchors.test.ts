import fc from "fast-check";
import { expect, test } from "vitest";

import { listAnchors } from "../../redactors/anchor-pattern.ts";
import { findAnchors } from "../../redactors/anchors.ts";
import { times } from "../support/chance.ts";

const words = [...new Set(listAnchors().map((word) => word.toLowerCase()))];

/** Words and parts of words, one behind the other: what one of them leaves undone is the beginning of the next. */
const piece = fc
  .tuple(fc.constantFrom(...words), fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.boolean())
  .map(([word, start, end, great]) => {
    const part = start >= word.length ? word : word.slice(start, end > start ? end : undefined);
    return great ? part.toUpperCase() : part;
  });
const odd = fc.constantFrom("İ", "K", "ß", "é", "漢", "\u{1f511}", "\n", "\0", " ", "=");
const row = fc
  .tuple(fc.constantFrom("a", "A", ":", "x"), fc.nat({ max: 60 }))
  .map(([char, length]) => char.repeat(length));
const text = fc
  .array(fc.oneof({ weight: 9, arbitrary: piece }, odd, row), { maxLength: 40 })
  .map((parts) => parts.join(""));

/** Where each word stands, tried one by one. */
function placesOf(text: string): string[] {
  const lower = Array.from({ length: text.length }, (_, at) => (text[at] === "İ" ? "i" : text[at]!.toLowerCase())).join(
    "",
  );
  return words.flatMap((word) => {
    const places: string[] = [];
    // Inside a longer row of the same character no token of that kind begins.
    const isRow = word.length > 15 && new Set(word).size === 1;
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1))
      if (!isRow || text[at - 1] !== text[at]) places.push(`${word} ${at}`);
    return places;
  });
}

test("finds every anchor wherever it stands, whatever it overlaps", () => {
  let found = 0;
  fc.assert(
    fc.property(text, (text) => {
      const hits = findAnchors(text);
      const places = new Set(hits.map(({ word, start }) => `${word} ${start}`));
      expect([...places].sort()).toEqual(placesOf(text).sort());
      for (const { word, start, end } of hits) expect(end - start).toBe(word.length);
      found += hits.length;
    }),
    { numRuns: times(1000) },
  );
  expect(found).toBeGreaterThan(1000);
});

test("tells them in the order in which they end, the longest first", () => {
  fc.assert(
    fc.property(text, (text) => {
      const hits = findAnchors(text).map(({ start, end }) => [end, start] as const);
      expect(hits).toEqual(
        hits.toSorted(([end, start], [otherEnd, otherStart]) => end - otherEnd || start - otherStart),
      );
    }),
    { numRuns: times(200) },
  );
});
