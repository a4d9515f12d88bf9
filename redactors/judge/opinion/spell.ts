import { CODE_WORDS } from "./code-words.ts";

/** What it takes to spell a value with the words of code and with single characters. */
export interface Spelling {
  /** The bits of the cheapest spelling. */
  readonly bits: number;
  /** The characters that belong to words in this spelling. */
  readonly inWords: number;
  /** The number of words. */
  readonly words: number;
  /** The most letters and digits in a row that belong to no word. */
  readonly longestRest: number;
}

/** The most characters of a value that are spelled. */
export const MOST_SPELLED = 96;
/** The letters of the shortest word and of the longest one. */
export const [SHORTEST_WORD, LONGEST_WORD] = [3, 15] as const;
/** The character that stands for the bits of the most frequent word, and the steps into which a bit is divided. */
const [FIRST_LEVEL, STEPS] = [48, 4] as const;

/** A word's bits as a character. The words are numbered in the order of how many foreign files hold each. */
export function levelOfPlace(place: number): string {
  return String.fromCharCode(FIRST_LEVEL + Math.round((Math.log2(place + 20) + 1) * STEPS));
}

/**
 * The bits of a word of code; `undefined` for another text. The words of one length stand in one text, in the order of
 * the alphabet and each with its level behind it, so that nothing has to be parsed before the first word is found.
 */
export function wordBits(word: string): number | undefined {
  const { length } = word;
  const rows = CODE_WORDS[length - SHORTEST_WORD];
  if (rows === undefined) return undefined;
  let [first, last] = [0, rows.length / (length + 1) - 1];
  while (first <= last) {
    const middle = (first + last) >> 1;
    const at = middle * (length + 1);
    const one = rows.slice(at, at + length);
    if (one === word) return (rows.charCodeAt(at + length) - FIRST_LEVEL) / STEPS;
    if (one < word) first = middle + 1;
    else last = middle - 1;
  }
  return undefined;
}

/** The bits of a single character: less for the signs that join words. */
function characterBits(code: number): number {
  if (code >= 97 && code <= 122) return 5;
  if (code >= 65 && code <= 90) return 5.7;
  if (code >= 48 && code <= 57) return 3.4;
  return "-_./: ".includes(String.fromCharCode(code)) ? 3 : 6.5;
}

/** The bits by which a word costs more if its letters are not all small, or all but the first. */
function caseBits(word: string): number {
  if (/^.?[a-z]*$/.test(word)) return 0;
  return /^[A-Z]*$/.test(word) ? 1 : word.length;
}

/** The cheapest spelling of the first `MOST_SPELLED` characters of a value: each character is visited once for each word. */
export function spell(value: string): Spelling {
  const text = value.slice(0, MOST_SPELLED);
  const lower = text.toLowerCase();
  const cost = new Float64Array(text.length + 1).fill(Infinity);
  const from = new Int32Array(text.length + 1);
  cost[0] = 0;
  const reach = (start: number, end: number, bits: number): void => {
    const all = (cost[start] as number) + bits;
    if (all >= (cost[end] as number)) return;
    cost[end] = all;
    from[end] = start;
  };
  for (let at = 0; at < text.length; at++) {
    reach(at, at + 1, characterBits(text.charCodeAt(at)));
    const letters = lettersAt(lower, at);
    for (let end = at + SHORTEST_WORD; end <= at + letters; end++) {
      const bits = wordBits(lower.slice(at, end));
      if (bits === undefined) continue;
      reach(at, end, bits + caseBits(text.slice(at, end)) + (end - at < 4 ? 3 : 0));
    }
  }
  return measure(text, from, cost[text.length] as number);
}

/** The number of small letters that follow each other from `at` on, and at most those of the longest word. */
function lettersAt(lower: string, at: number): number {
  const limit = Math.min(lower.length, at + LONGEST_WORD);
  let end = at;
  while (end < limit && lower.charCodeAt(end) >= 97 && lower.charCodeAt(end) <= 122) end += 1;
  return end - at;
}

/** Walks the cheapest spelling from its end. */
function measure(text: string, from: Int32Array, bits: number): Spelling {
  let [inWords, words, rest, longestRest] = [0, 0, 0, 0];
  for (let end = text.length; end > 0; ) {
    const start = from[end] as number;
    if (end - start > 1) {
      inWords += end - start;
      words += 1;
    }
    rest = end - start === 1 && /[A-Za-z0-9]/.test(text[start] as string) ? rest + 1 : 0;
    longestRest = Math.max(longestRest, rest);
    end = start;
  }
  return { bits, inWords, words, longestRest };
}
