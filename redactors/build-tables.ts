import type { Anchor } from "./automaton.ts";
import { buildAutomaton } from "./automaton.ts";
import { RULES } from "./catalogue/rules.ts";
import { listVendors } from "./catalogue/vendors.ts";
import { READERS } from "./readers/readers.ts";
import { rarePart } from "./rare-part.ts";
import type { Rule } from "./rule.ts";
import { FIRST_READER, type Tables, toTarget, WORDS_A_ROW } from "./tables.ts";

/** The tables from their sources. Takes some 20 ms, so the build keeps the outcome; the package itself has no need of this. */
export function buildTables(): Tables {
  const parts = { rule: (index: number) => RULES[index] as Rule, reader: (index: number) => (READERS[index] as (typeof READERS)[number])[1] };
  const places = (row: number, words: string): number[] => words.split(" ").map((_, place) => row * WORDS_A_ROW + place);
  const ids = [...RULES.flatMap(([, prefixes], rule) => places(rule, prefixes)), ...READERS.flatMap(([, words], reader) => places(FIRST_READER / WORDS_A_ROW + reader, words))];
  const anchors = ids.map((id): Anchor => {
    const { word, rule } = toTarget(parts, id);
    return { word: (rule === -1 ? word : word.slice(...rarePart(word))).toLowerCase(), id };
  });
  return { automaton: buildAutomaton(anchors, listVendors()), targets: new Map(), ...parts };
}

/** Every word that the automaton is built from, as it is written. */
export function listWords(): string[] {
  return [...new Set([...RULES, ...READERS].flatMap(([, words]) => words.split(" ")).map((word) => word.replaceAll("␣", " ")))];
}
