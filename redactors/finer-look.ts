import { FIRST_HIT } from "./automaton.ts";
import type { Finding } from "./finding.ts";
import { firstLook, type FirstLook } from "./first-look.ts";
import { loadTables } from "./load-tables.ts";
import { locate } from "./locate.ts";
import { mayNote, startLook } from "./may-note.ts";
import { readRuns } from "./read-runs.ts";
import { viewsOf } from "./view.ts";

/**
 * The same answer as a first look's, where that was left open: words of code and prose are asked what their readers need, runs
 * are read, and escapes undone. Nearly every text that holds nothing is told so here, and the redactor is loaded for the others.
 */
export function finerLook({ texts, clean, open, located: { hits, runs } }: FirstLook): boolean[] {
  let from = 0;
  return texts.map((text, index) => {
    const start = from;
    from += text.length + 1;
    return clean[index] === true || (open[index] === true && holdsNothing(text, start, hits, runs));
  });
}

/** Whether a text holds nothing that stands at `start` of all texts. */
function holdsNothing(text: string, start: number, hits: readonly number[], runs: readonly number[]): boolean {
  if (leadsFurther(text, start, hits)) return false;
  const own: number[] = [];
  for (let i = firstAt(runs, 3, start); i < runs.length && (runs[i] as number) <= start + text.length; i += 3) own.push((runs[i] as number) - start, (runs[i + 1] as number) - start, runs[i + 2] as number);
  if (own.length > 0 && readRuns(text, own, mayHold).length > 0) return false;
  // In other readings of a text nothing but words is looked for.
  return viewsOf(text).every((view) => !leadsFurther(view.text, 0, locate(view.text, loadTables()).hits));
}

/** Whether one of the words in a text may lead to a finding. A word is told by where it ends, so the place behind the text is its own. */
function leadsFurther(text: string, start: number, hits: readonly number[]): boolean {
  const { starts, hits: ids } = loadTables().automaton;
  const look = startLook(text);
  for (let i = firstAt(hits, 2, start); i < hits.length && (hits[i] as number) <= start + text.length; i += 2) {
    const state = (hits[i + 1] as number) - FIRST_HIT;
    for (let h = starts[state] as number; h < (starts[state + 1] as number); h++) if (mayNote(look, ids[h] as number, (hits[i] as number) - start)) return true;
  }
  return false;
}

/** Where in a list of `width` numbers each, which ascend by the first of them, those begin that are `least` or more. */
function firstAt(list: readonly number[], width: number, least: number): number {
  let low = 0;
  let high = list.length / width;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle * width] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low * width;
}

/** What a run stands for that was encoded, looked at in the same way: nothing, or that there may be something. */
function mayHold(inner: string): readonly Finding[] {
  return finerLook(firstLook([inner]))[0] === true ? [] : [{ rule: "", kind: "", span: [0, inner.length], confidence: "high" }];
}
