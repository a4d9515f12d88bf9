import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { FLAGS } from "../../redactors/charset.ts";
import { loadTables } from "../../redactors/load-tables.ts";
import { joinTexts, locate } from "../../redactors/locate.ts";
import { afterName, runReaders } from "../../redactors/run-readers.ts";
import { times } from "../support/chance.ts";

const tables = loadTables();
const { automaton } = tables;
/** As many bytes as scan.wat sees at once: what matters happens around its multiples. */
const SLICE = 32_768;

const HEX = "0123456789abcdef";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=_.~-";
const string = (alphabet: string, minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
const part = fc.oneof(
  string(HEX, 16, 70),
  string(LETTERS, 16, 90),
  string("abcdefgh ", 30, 120),
  fc.constantFrom("password=", "ghp_", "AKIA", " ", "\n", "\0", "é", "漢", "\u0120", "algolia ", "myAlgolia ", ...["key", "token", "secret", "auth", "API", "access", "pat", "password", "credential"].map((word) => `the ${word} `), "api: ", "init(\"", "\"", "'", "(", "commit ", "=", ":5432:", "eyJ"),
  fc.string({ maxLength: 20 }),
);
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
/** Long enough to go over a border between slices, with something at it. */
const long = fc.tuple(fc.integer({ min: SLICE - 150, max: SLICE + 20 }), fc.constantFrom("x ", "a", ". "), text, fc.boolean()).map(([length, filler, end, twice]) => {
  const before = filler.repeat(length).slice(0, length) + end;
  return twice ? before + before : before;
});

/** The automaton walked in the plainest way. */
function hitsOf(bytes: string): number[] {
  const hits: number[] = [];
  let state = 0;
  for (let i = 0; i < bytes.length; i++) {
    state = automaton.next[state * automaton.width + automaton.classes[bytes.charCodeAt(i)]!]!;
    if (state >= automaton.firstHit) hits.push(i + 1, state);
  }
  return hits;
}

const spansOf = (bytes: string, pattern: RegExp) => [...bytes.matchAll(pattern)].map((match): [number, number] => [match.index, match.index + match[0].length]);
const threes = (list: readonly number[]) => Array.from({ length: list.length / 3 }, (_, i): [number, number, number] => [list[i * 3]!, list[i * 3 + 1]!, list[i * 3 + 2]!]);

function check(text: string): void {
  const bytes = text.replace(/[^\0-\xff]/g, "\x80");
  const { hits, runs, phrases } = locate(text, tables);
  expect(hits).toEqual(hitsOf(bytes));
  expect(phrases).toEqual(spansOf(bytes, /[a-z ]{47,}/g).flat());
  const all = spansOf(bytes, /[\w+/=.~-]{16,}/g);
  const noted = new Map(threes(runs).map(([start, end, classes]) => [start, { end, classes }]));
  for (const [start, { end }] of noted) expect(all).toContainEqual([start, end]);
  for (const [start, end] of all) {
    let classes = 0;
    for (let at = start; at < end; at++) classes |= FLAGS[bytes.charCodeAt(at)]!;
    const note = noted.get(start);
    if (note) expect(note.classes & 0xffff).toBe(classes);
    // It may note a run in which nobody is interested, and must not pass one over that somebody is.
    else expect({ run: bytes.slice(start - 40, end), readers: runReaders(text, start, afterName(text, start, end, classes), end, classes) }).toMatchObject({ readers: 0 });
  }
}

describe("the scanner", () => {
  test("sees what the plainest walk sees", () => {
    fc.assert(fc.property(text, check), { numRuns: times(2000) });
  });

  test("sees it over the borders between slices as well", () => {
    fc.assert(fc.property(long, check), { numRuns: times(60) });
  });

  test("sees each of several texts as if it were alone", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const { hits, phrases } = locate(joinTexts(texts), tables);
        let start = 0;
        const expected = texts.map((one) => {
          const at = start;
          start += one.length + 1;
          const alone = locate(one, tables);
          return { hits: alone.hits.map((value, i) => (i % 2 === 0 ? value + at : value)), phrases: alone.phrases.map((value) => value + at) };
        });
        expect(hits).toEqual(expected.flatMap((one) => one.hits));
        expect(phrases).toEqual(expected.flatMap((one) => one.phrases));
      }),
      { numRuns: times(500) },
    );
  });
});
