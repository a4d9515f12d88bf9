import { isDeepStrictEqual } from "node:util";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { FIRST_HIT } from "../../redactors/automaton.ts";
import { FLAGS } from "../../redactors/charset.ts";
import { listAnchors } from "../../redactors/encode-sources.ts";
import { loadTables } from "../../redactors/load-tables.ts";
import { locate, locateAll } from "../../redactors/locate.ts";
import { afterName, runReaders } from "../../redactors/run-readers.ts";
import { times } from "../support/chance.ts";

const tables = loadTables();
const { automaton } = tables;
/** As many bytes as scan.wat sees at once: what matters happens around its multiples. */
const SLICE = 8192;

const HEX = "0123456789abcdef";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=_.~-";
/** What is looked for, and the ids of it; by their first two characters too. */
const anchors = listAnchors();
const words = [...new Set(anchors.map(({ word }) => word))].map((word) => ({ word, ids: anchors.filter((anchor) => anchor.word === word).map(({ id }) => id) }));
const wordsBy = new Map(words.map(({ word }) => [word.slice(0, 2), words.filter((other) => other.word.startsWith(word.slice(0, 2)))]));
const string = (alphabet: string, minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
const part = fc.oneof(
  string(HEX, 16, 70),
  string(LETTERS, 16, 90),
  string("ABCdef012_-", 260, 300),
  string("ABCdef012_-", 1190, 1210),
  string("abcdefgh ", 30, 120),
  fc.constantFrom("password=", "ghp_", "AKIA", " ", "\n", "\0", "é", "漢", "\u0120", "algolia ", "myAlgolia ", "mixpanel (", "Send Grid for bob [\"", "myMailjet of {", ...["key", "token", "secret", "auth", "API", "access", "pat", "password", "credential"].map((word) => `the ${word} `), "api: ", "init(\"", "\"", "'", "(", "commit ", "=", ":5432:", "eyJ"),
  fc.string({ maxLength: 20 }),
);
/** Words and parts of words, one behind the other: what one of them leaves undone is the beginning of the next. */
const piece = fc.tuple(fc.constantFrom(...words.map(({ word }) => word)), fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.boolean()).map(([word, start, end, great]) => {
  const part = start >= word.length ? word : word.slice(start, end > start ? end : undefined);
  return great ? part.toUpperCase() : part;
});
const pieces = fc.array(fc.oneof({ weight: 9, arbitrary: piece }, string(LETTERS, 1, 1)), { maxLength: 40 }).map((parts) => parts.join(""));
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
/** Long enough to go over a border between slices, with something at it. */
const long = fc.tuple(fc.integer({ min: SLICE - 150, max: SLICE + 20 }), fc.constantFrom("x ", "a", ". "), fc.oneof(text, pieces), fc.boolean()).map(([length, filler, end, twice]) => {
  const before = filler.repeat(length).slice(0, length) + end;
  return twice ? before + before : before;
});

/** The ids of all words that end at each place, the longest words first: at each place every word tried by itself. */
function hitsOf(bytes: string): [end: number, ids: number[]][] {
  const lower = fold(bytes);
  const found = new Map<number, number[]>();
  for (let at = 0; at < lower.length; at++) {
    for (const { word, ids } of wordsBy.get(lower.slice(at, at + 2)) ?? []) if (lower.startsWith(word, at)) found.set(at + word.length, [...(found.get(at + word.length) ?? []), ...ids]);
  }
  return [...found].sort(([a], [b]) => a - b);
}

/** The automaton's states as what they mean. */
function idsAt(hits: readonly number[]): [end: number, ids: number[]][] {
  const { starts } = automaton;
  return Array.from({ length: hits.length / 2 }, (_, i) => {
    const state = hits[i * 2 + 1]! - FIRST_HIT;
    return [hits[i * 2]!, [...automaton.hits.subarray(starts[state], starts[state + 1])]];
  });
}

const fold = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const spansOf = (bytes: string, pattern: RegExp) => [...bytes.matchAll(pattern)].map((match): [number, number] => [match.index, match.index + match[0].length]);
const threes = (list: readonly number[]) => Array.from({ length: list.length / 3 }, (_, i): [number, number, number] => [list[i * 3]!, list[i * 3 + 1]!, list[i * 3 + 2]!]);

function check(text: string, { hits, runs, phrases } = locate(text, tables)): void {
  const bytes = text.replace(/[^\0-\xff]/g, "\x80");
  expect(idsAt(hits)).toEqual(hitsOf(bytes));
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
    fc.assert(fc.property(text, (text) => check(text)), { numRuns: times(2000) });
  });

  test("finds every word in what words and their parts make up", () => {
    fc.assert(fc.property(pieces, (text) => void expect(idsAt(locate(text, tables).hits)).toEqual(hitsOf(text))), { numRuns: times(2000) });
  });

  test("sees it over the borders between slices as well", () => {
    fc.assert(fc.property(long, (text) => check(text)), { numRuns: times(60) });
  });

  test("finds every word wherever a border cuts it", () => {
    const missed = words.flatMap(({ word }) => {
      const alone = idsAt(locate(word, tables).hits);
      return Array.from({ length: word.length - 1 }, (_, i) => SLICE - i - 1).filter((at) => !isDeepStrictEqual(idsAt(locate("\n".repeat(at) + word, tables).hits), alone.map(([end, ids]) => [at + end, ids]))).map((at) => [word, at]);
    });
    expect(missed).toEqual([]);
  });

  test("sees each of several texts as if it were alone", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const { hits, phrases } = locateAll(texts, tables);
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
