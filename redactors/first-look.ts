import { FIRST_HIT } from "./automaton.ts";
import { foreignNames } from "./foreign-names.ts";
import { mayHaveViews } from "./has-views.ts";
import { isLatin } from "./is-latin.ts";
import { loadTables } from "./load-tables.ts";
import { type Located, locateAll } from "./locate.ts";
import { mayHoldCrypt } from "./may-hold-crypt.ts";
import { mayHoldPhrase } from "./may-hold-phrase.ts";
import { readKeyArrays } from "./read-key-arrays.ts";
import { afterName, runReaders } from "./run-readers.ts";
import { type Tables, targetOf } from "./tables.ts";

/** What a first look at several texts tells. */
export interface FirstLook {
  readonly texts: readonly string[];
  /**
   * Of each whether it holds nothing that any rule or reader begins with, so that there is nothing to redact. Many texts are
   * like that, and saying so takes a small part of what loading the rules does. False where it cannot tell.
   */
  readonly clean: readonly boolean[];
  /** Of each that is not clean whether a finer look can tell more: where words, runs and escapes alone speak against it. */
  readonly open: readonly boolean[];
  /** Where they stand in all texts joined. */
  readonly located: Located;
}

/** Looks at several texts in one pass over all of them. */
export function firstLook(texts: readonly string[]): FirstLook {
  const open = texts.map((text) => !mayHoldCrypt(text) && !hidesMore(text));
  const tables = loadTables();
  const located = locateAll(texts, tables);
  const { hits, runs, phrases } = located;
  const phrase = eachIn(texts, open);
  for (let i = 0; i < phrases.length; i += 2) phrase(phrases[i] as number, (text, from) => mayHoldPhrase(text, from, from + (phrases[i + 1] as number) - (phrases[i] as number)));
  const clean = texts.map((text, at) => open[at] === true && !mayHaveViews(text));
  const hit = eachIn(texts, clean);
  for (let i = 0; i < hits.length; i += 2) hit(hits[i] as number, (text, end) => isWord(tables, text, end, hits[i + 1] as number));
  const run = eachIn(texts, clean);
  for (let i = 0; i < runs.length; i += 3) run(runs[i] as number, (text, from) => isRead(text, from, from + (runs[i + 1] as number) - (runs[i] as number), runs[i + 2] as number));
  return { texts, clean, open: open.map((one, at) => one && clean[at] !== true), located };
}

/** Whether a text holds what no word begins. */
function hidesMore(text: string): boolean {
  return (!isLatin(text) && foreignNames(text).next().done !== true) || (text.includes("[") && readKeyArrays(text).length > 0);
}

/** Marks as not clean each text in which `holds` is true at a position of the pass. The positions must ascend. */
function eachIn(texts: readonly string[], clean: boolean[]): (position: number, holds: (text: string, at: number) => boolean) => void {
  let index = 0;
  let start = 0;
  return (position, holds) => {
    // The byte behind a text counts as its own: a hit is told by where it ends.
    for (let text = texts[index] as string; position > start + text.length; text = texts[index] as string) {
      start += text.length + 1;
      index += 1;
    }
    if (clean[index] === true && holds(texts[index] as string, position - start)) clean[index] = false;
  };
}

/** Whether a word ends at `end` as it is written: the automaton takes small letters for great ones and may hold only a part of it. */
function isWord(tables: Tables, text: string, end: number, state: number): boolean {
  const { starts, hits } = tables.automaton;
  const last = starts[state - FIRST_HIT + 1] as number;
  for (let h = starts[state - FIRST_HIT] as number; h < last; h++) {
    const { rule, word, rest } = targetOf(tables, hits[h] as number);
    if (rule === -1 || text.startsWith(word, end + rest - word.length)) return true;
  }
  return false;
}

function isRead(text: string, from: number, end: number, classes: number): boolean {
  return runReaders(text, from, afterName(text, from, end, classes), end, classes) !== 0;
}
