import type { Automaton } from "./automaton.ts";
import { rarePart } from "./rare-part.ts";
import type { Rule } from "./rule.ts";
import type { ScanMemory } from "./scan-memory.ts";
import { unblank } from "./unblank.ts";

/** The fact tables as the detector uses them: the automaton of all words, and what each of them means. */
export interface Tables {
  readonly automaton: Automaton;
  /** Where the automaton lies, so that the scanner can use it. */
  readonly memory: ScanMemory;
  /** The scanner, see scan.wat. */
  readonly code: Uint8Array;
  /** A token format, by its place. */
  rule(index: number): Rule;
  /** The words that call a reader, by its place. */
  reader(index: number): string;
  /** Targets by id, read when they are first hit. */
  readonly targets: Map<number, Target>;
}

/** What a hit means: a token's prefix, or a word that calls a reader. */
export interface Target {
  /** Index into the rules, or -1: then it is a reader's. */
  readonly rule: number;
  readonly reader: number;
  /** As it is written; the automaton folds case, and of a prefix it may hold only a part. */
  readonly word: string;
  /** How far behind the place where the automaton tells it the word ends. */
  readonly rest: number;
}

/** An id is a row of the tables and a place in that row's words, so that nothing has to be listed before the first hit. */
export const WORDS_A_ROW = 64;
export const FIRST_READER = 0x8000;

/** The target with this id. */
export function targetOf(tables: Tables, id: number): Target {
  let target = tables.targets.get(id);
  if (target === undefined) tables.targets.set(id, (target = toTarget(tables, id)));
  return target;
}

export function toTarget(tables: Pick<Tables, "rule" | "reader">, id: number): Target {
  if (id >= FIRST_READER) {
    const reader = Math.floor((id - FIRST_READER) / WORDS_A_ROW);
    const word = wordAt(tables.reader(reader), id % WORDS_A_ROW);
    return { rule: -1, reader, word, rest: 0 };
  }
  const rule = Math.floor(id / WORDS_A_ROW);
  const word = wordAt(tables.rule(rule)[1], id % WORDS_A_ROW);
  return { rule, reader: -1, word, rest: word.length - rarePart(word)[1] };
}

function wordAt(words: string, place: number): string {
  return unblank(words.split(" ")[place] as string);
}
