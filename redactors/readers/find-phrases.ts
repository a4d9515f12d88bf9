import { wordlist } from "@scure/bip39/wordlists/english";

import type { Finding } from "../finding.ts";
import { longRuns, SEED_ROW } from "../charset.ts";

/** A wallet's seed has 12, 15, 18, 21 or 24 words of three to eight letters. */
const MIN_WORDS = 12;
const MAX_WORDS = 24;

let seedWords: ReadonlySet<string> | undefined;

/** Whether a word, in lower case, is one of the 2,048 of BIP39. */
function isSeedWord(word: string): boolean {
  return (seedWords ??= new Set(wordlist)).has(word);
}

const ROW = new RegExp(SEED_ROW, "g");
const NO_STRETCH = /[^a-z ]/g;

/** Finds wallet seeds: rows of words from BIP39's list, with one blank between. */
export function findPhrases(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: stretch, index } of longRuns(text, ROW, NO_STRETCH)) findInStretch(stretch, index, found);
  return found;
}

/** Finds rows of seed words in a stretch of small letters and blanks. The stretch begins at `start` of the text. */
function findInStretch(stretch: string, start: number, found: Finding[]): void {
  let row = 0;
  let count = 0;
  for (let at = 0, end = 0; end < stretch.length; at = end + 1) {
    const blank = stretch.indexOf(" ", at);
    end = blank === -1 ? stretch.length : blank;
    const isSeed = isSeedWord(stretch.slice(at, end));
    if (isSeed && count < MAX_WORDS) count += 1;
    else {
      findSeed(stretch.slice(row, at - 1), start + row, count, found);
      row = isSeed ? at : end + 1;
      count = isSeed ? 1 : 0;
    }
  }
  findSeed(stretch.slice(row), start + row, count, found);
}

/** Adds a row of `count` seed words to the findings, if a seed can have so few words. */
function findSeed(row: string, start: number, count: number, found: Finding[]): void {
  const words = row.split(" ");
  // One word again and again, with another before or behind, is no seed.
  if (count >= MIN_WORDS && new Set(words).size > 2 && !isSorted(words))
    found.push({
      rule: "seed-phrase",
      kind: "seed-phrase",
      span: [start, start + row.length],
      confidence: count % 3 === 0 ? "high" : "medium",
    });
}

/** Whether words are in alphabetical order, as they are in BIP39's list. The words of a seed are not. */
function isSorted(words: readonly string[]): boolean {
  return words.every((word, at) => at === 0 || (words[at - 1] as string) < word);
}
