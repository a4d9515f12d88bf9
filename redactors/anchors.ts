import type { Anchor } from "./automaton.ts";
import { RULES } from "./catalogue/rules.ts";
import { READERS } from "./readers/readers.ts";

/**
 * What the automaton looks for, and what each hit means. The automaton's numbers index `targets`,
 * so table and code come from this one list.
 */
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

/** All targets, in the order of the tables. */
export function listTargets(): Target[] {
  const targets: Target[] = [];
  RULES.forEach(([, prefixes], rule) => {
    for (const prefix of prefixes.split(" ")) {
      const word = prefix.replaceAll("␣", " ");
      targets.push({ rule, reader: -1, word, length: Math.min(word.length, MAX_ANCHOR) });
    }
  });
  READERS.forEach(([, anchors], reader) => {
    for (const anchor of anchors.split(" ")) {
      const word = anchor.replaceAll("␣", " ");
      targets.push({ rule: -1, reader, word, length: word.length });
    }
  });
  return targets;
}

/** The words that the automaton is built from. */
export function toAnchors(targets: readonly Target[]): Anchor[] {
  return targets.map(({ word, length }, id) => ({ word: word.slice(0, length).toLowerCase(), id }));
}
