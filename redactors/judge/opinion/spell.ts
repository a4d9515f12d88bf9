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

/** The most characters of a value that are spelled, and of a word. */
const [MOST, LONGEST_WORD] = [96, 15];

let places: ReadonlyMap<string, number> | undefined;

/** The place of each word among the words of code. */
function wordPlaces(): ReadonlyMap<string, number> {
  if (places !== undefined) return places;
  const found = new Map<string, number>();
  for (const word of CODE_WORDS.split(" ")) found.set(word, found.size);
  return (places = found);
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

/** The cheapest spelling of the first `MOST` characters of a value: each character is visited once for each word. */
export function spell(value: string): Spelling {
  const text = value.slice(0, MOST);
  const lower = text.toLowerCase();
  const known = wordPlaces();
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
    for (let end = at + 3; end <= Math.min(text.length, at + LONGEST_WORD); end++) {
      const place = known.get(lower.slice(at, end));
      if (place === undefined) continue;
      // The words stand in the order of how many foreign files hold each, so its place tells how likely a word is.
      const bits = Math.log2(place + 20) + 1;
      reach(at, end, bits + caseBits(text.slice(at, end)) + (end - at < 4 ? 3 : 0));
    }
  }
  return measure(text, from, cost[text.length] as number);
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
