import { isSeedWord } from "../rules/seed-words.ts";
import { MIN_WORDS } from "./read-phrases.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** Characters behind the name in which the words are looked for. */
const MOST = 640;

/** A word, and what stands between it and the next: ends of lines may be escaped. */
const PIECE = /([A-Za-z]+)((?:\\{1,4}[nrt]|[^A-Za-z\\]){0,24})/g;

/**
 * `seed phrase`, `mnemonic`: the words of a wallet's seed in a list: numbered, in lines, behind commas, as JSON has
 * them.
 */
export function readSeedList(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (start < scan.seedEnd) return;
  let words: [from: number, to: number][] = [];
  let between = "";
  for (const { 1: word = "", 2: rest = "", index } of text.slice(end, end + MOST).matchAll(PIECE)) {
    const isWord = word.length >= 3 && isSeedWord(word.toLowerCase());
    if (isWord) words.push([end + index, end + index + word.length]);
    // In a list the same stands between any two, but for the numbers.
    const separator = rest.replace(/\d+/, "0");
    const goesOn = isWord && (words.length === 1 || separator === between);
    between = separator;
    if (goesOn) continue;
    if (words.length >= MIN_WORDS) break;
    words = [];
  }
  const isList = words.length >= MIN_WORDS;
  // another name may stand closer to a list that was cut off here
  scan.seedEnd = isList ? words.at(-1)![1] : end + MOST / 2;
  // The list itself, from which seeds are drawn.
  if (!isList || words.every(([from, to], i) => i === 0 || text.slice(...words[i - 1]!) < text.slice(from, to))) return;
  // In quotes each word is a text of its own.
  const spans = /["'`]/.test(text.slice(words[0]![0], scan.seedEnd)) ? words : [[words[0]![0], scan.seedEnd] as const];
  for (const [from, to] of spans) note(scan, "seed-phrase", from, to, words.length % 3 === 0 ? "high" : "medium");
}
