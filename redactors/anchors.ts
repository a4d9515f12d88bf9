import type { Anchor } from "./automaton.ts";
import { RULES } from "./catalogue/rules.ts";
import { READERS } from "./readers/readers.ts";

/** What a hit means: a token's prefix, or a word that calls a reader. */
export interface Target {
  /** Index into the rules, or -1: then it is a reader's. */
  readonly rule: number;
  readonly reader: number;
  /** The prefix as it is written; the automaton folds case and digits and may hold only its head. */
  readonly word: string;
  /** Length of the part of `word` that the automaton holds. */
  readonly length: number;
}

/** Longer words are cut to this in the automaton: the table stays small and the rest is compared at the hit. */
const MAX_ANCHOR = 7;
/** An id is a row of the tables and a place in that row's words, so that nothing has to be listed before the first hit. */
const WORDS_A_ROW = 64;
const FIRST_READER = 0x8000;

/** The target with this id. */
export function toTarget(id: number): Target {
  if (id >= FIRST_READER) {
    const reader = Math.floor((id - FIRST_READER) / WORDS_A_ROW);
    const word = wordAt((READERS[reader] as (typeof READERS)[number])[1], id % WORDS_A_ROW);
    return { rule: -1, reader, word, length: word.length };
  }
  const rule = Math.floor(id / WORDS_A_ROW);
  const word = wordAt((RULES[rule] as (typeof RULES)[number])[1], id % WORDS_A_ROW);
  return { rule, reader: -1, word, length: Math.min(word.length, MAX_ANCHOR) };
}

function wordAt(words: string, place: number): string {
  return (words.split(" ")[place] as string).replaceAll("␣", " ");
}

/** All ids, in the order of the tables. */
export function listIds(): number[] {
  const places = (row: number, words: string): number[] => words.split(" ").map((_, place) => row * WORDS_A_ROW + place);
  return [...RULES.flatMap(([, prefixes], rule) => places(rule, prefixes)), ...READERS.flatMap(([, words], reader) => places(FIRST_READER / WORDS_A_ROW + reader, words))];
}

/** The words that the automaton is built from. */
export function listAnchors(): Anchor[] {
  return listIds().map((id) => {
    const { word, length } = toTarget(id);
    return { word: word.slice(0, length).toLowerCase(), id };
  });
}

/** Tells one build's tables from another's, so that a file of another build is never used. */
export function fingerprint(): number {
  let sum = 0x811c9dc5;
  for (const table of [RULES, READERS]) {
    for (const row of table) {
      const words = row[1];
      for (const at of [0, words.length >> 1, words.length - 1]) sum = Math.imul(sum ^ words.charCodeAt(at), 0x01000193);
      sum = Math.imul(sum ^ words.length, 0x01000193);
    }
  }
  return sum >>> 0;
}
