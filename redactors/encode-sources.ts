import type { Anchor } from "./word-tree.ts";
import { buildAutomaton } from "./automaton.ts";
import { RULES } from "./catalogue/rules.ts";
import { listVendors } from "./catalogue/vendors.ts";
import { READERS } from "./readers/readers.ts";
import { rarePart } from "./rare-part.ts";
import type { Rule } from "./rule.ts";
import { encodeTables } from "./tables-file.ts";
import { FIRST_READER, toTarget, WORDS_A_ROW } from "./tables.ts";
import { unblank } from "./unblank.ts";

/** The file of tables from their sources, with the scanner's code. Takes some 30 ms, so the build keeps the outcome. */
export function encodeSources(code: Uint8Array): Buffer {
  return encodeTables(buildAutomaton(listAnchors(), listVendors()), RULES, READERS.map(([, words]) => words), code);
}

/** What the automaton is to find: of each rule's prefixes the part that is rare, of the readers' words all. */
export function listAnchors(): Anchor[] {
  const parts = { rule: (index: number) => RULES[index] as Rule, reader: (index: number) => (READERS[index] as (typeof READERS)[number])[1] };
  const places = (row: number, words: string): number[] => words.split(" ").map((_, place) => row * WORDS_A_ROW + place);
  const ids = [...RULES.flatMap(([, prefixes], rule) => places(rule, prefixes)), ...READERS.flatMap(([, words], reader) => places(FIRST_READER / WORDS_A_ROW + reader, words))];
  return ids.map((id): Anchor => {
    const { word, rule } = toTarget(parts, id);
    return { word: (rule === -1 ? word : word.slice(...rarePart(word))).toLowerCase(), id };
  });
}

/** Every word that the automaton is built from, as it is written. */
export function listWords(): string[] {
  return [...new Set([...RULES, ...READERS].flatMap(([, words]) => words.split(" ")).map(unblank))];
}
