import { isSeedWord } from "./catalogue/seed-words.ts";
import type { Finding } from "./finding.ts";
import { longRuns } from "./long-runs.ts";
import { MIN_WORDS, mayStartPhrase } from "./may-hold-phrase.ts";

/** The longest seed. */
const MAX_WORDS = 24;

/** Small letters and blanks, as many as the shortest seed has: twelve words of three letters. */
const STRETCH = /[a-z ]{47}/g;
const OTHER = /[^a-z ]/g;

/** Wallet seeds (BIP39) that stand bare in the text: rows of words of one list, with one blank between them. */
export function readPhrases(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: stretch, index } of longRuns(text, STRETCH, OTHER))
    readStretch(text, index, index + stretch.length, found);
  return found;
}

/** Rows of seed words in `[start, end)`. A word too short or too long ends a row before the list is asked. */
function readStretch(text: string, start: number, end: number, found: Finding[]): void {
  let row = start;
  let count = 0;
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && text.charCodeAt(at) !== 32) continue;
    const length = at - from;
    if (
      length >= 3 &&
      length <= 8 &&
      (count > 0 || mayStartPhrase(text, from, end)) &&
      isSeedWord(text.slice(from, at))
    ) {
      if (count === 0) row = from;
      count += 1;
      if (count === MAX_WORDS || at === end) count = close(text, row, at, count, found);
    } else {
      count = close(text, row, from - 1, count, found);
    }
    from = at + 1;
  }
}

function close(text: string, start: number, end: number, count: number, found: Finding[]): number {
  if (count >= MIN_WORDS && !isSorted(text.slice(start, end).split(" ")))
    found.push({
      rule: "seed-phrase",
      kind: "seed-phrase",
      span: [start, end],
      confidence: count % 3 === 0 ? "high" : "medium",
    });
  return 0;
}

/** The list itself, or a part of it, is in order; a seed is not. */
function isSorted(words: readonly string[]): boolean {
  return words.every((word, at) => at === 0 || (words[at - 1] as string) < word);
}
