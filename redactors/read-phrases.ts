import { isSeedWord } from "./catalogue/seed-words.ts";
import type { Finding } from "./finding.ts";

/** A seed has 12, 15, 18, 21 or 24 words of three to eight letters. */
const MIN_WORDS = 12;
const MAX_WORDS = 24;
/** The shortest seed there can be is 12 words of 3 letters: one probe in 40 characters lies inside it. */
const STRIDE = 40;

/** Wallet seeds (BIP39) that stand bare in the text: rows of words of one list, with one blank between them. */
export function readPhrases(text: string): Finding[] {
  const found: Finding[] = [];
  const length = text.length;
  let free = 0;
  for (let i = STRIDE; i < length; i += STRIDE) {
    if (!isPhrase(text.charCodeAt(i))) continue;
    let start = i;
    while (start > free && isPhrase(text.charCodeAt(start - 1))) start -= 1;
    let end = i;
    while (end < length && isPhrase(text.charCodeAt(end))) end += 1;
    free = end;
    i = end;
    if (end - start >= STRIDE) readStretch(text, start, end, found);
  }
  return found;
}

function isPhrase(code: number): boolean {
  return (code > 96 && code < 123) || code === 32;
}

/** Rows of seed words in `[start, end)`. A word too short or too long ends a row before the list is asked. */
function readStretch(text: string, start: number, end: number, found: Finding[]): void {
  let row = start;
  let count = 0;
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && text.charCodeAt(at) !== 32) continue;
    const length = at - from;
    if (length >= 3 && length <= 8 && (count > 0 || mayStart(text, from, end)) && isSeedWord(text.slice(from, at))) {
      if (count === 0) row = from;
      count += 1;
      if (count === MAX_WORDS || at === end) count = close(row, at, count, found);
    } else {
      count = close(row, from - 1, count, found);
    }
    from = at + 1;
  }
}

/** Prose has a word of one or two letters among any twelve; asking for that first spares the list. */
function mayStart(text: string, from: number, end: number): boolean {
  let words = 1;
  let length = 0;
  for (let at = from; at < end && words <= MIN_WORDS; at++) {
    if (text.charCodeAt(at) !== 32) length += 1;
    else if (length < 3 || length > 8) return false;
    else {
      words += 1;
      length = 0;
    }
  }
  return words >= MIN_WORDS && (words > MIN_WORDS || length >= 3);
}

function close(start: number, end: number, count: number, found: Finding[]): number {
  if (count >= MIN_WORDS) found.push({ rule: "seed-phrase", kind: "seed-phrase", span: [start, end], confidence: count % 3 === 0 ? "high" : "medium" });
  return 0;
}
