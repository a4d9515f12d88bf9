import { FIRST_HIT } from "./automaton.ts";
import type { Finding } from "./finding.ts";
import { eachIn, firstLook, type FirstLook } from "./is-plainly-clean.ts";
import { loadTables } from "./load-tables.ts";
import { joinTexts, locate } from "./locate.ts";
import { type Look, mayNote, startLook } from "./may-note.ts";
import { readRuns } from "./read-runs.ts";
import { viewsOf } from "./view.ts";

/**
 * The same answer as a first look's, where that was left open: words of code and prose are asked what their readers need, runs
 * are read, and escapes undone. Nearly every text that holds nothing is told so here, and the redactor is loaded for the others.
 */
export function finerLook({ texts, clean, open, located: { hits, runs } }: FirstLook): boolean[] {
  const left = texts.map((_, at) => open[at] === true && clean[at] !== true);
  lookAtHits(texts, left, hits);
  runsOf(texts, left, runs).forEach((own, index) => (left[index] = readRuns(texts[index] as string, own, mayHold).length === 0));
  texts.forEach((text, index) => {
    if (left[index] === true && !holdNoWord(viewsOf(text).map((view) => view.text))) left[index] = false;
  });
  return texts.map((_, at) => clean[at] === true || left[at] === true);
}

/** Makes what is left `false` for each text in which a word may lead to a finding. */
function lookAtHits(texts: readonly string[], left: boolean[], hits: readonly number[]): void {
  const { starts, hits: ids } = loadTables().automaton;
  const looks: Look[] = [];
  const hit = eachIn(texts, left);
  for (let i = 0; i < hits.length; i += 2) {
    const state = (hits[i + 1] as number) - FIRST_HIT;
    hit(hits[i] as number, (text, end, index) => {
      const look = (looks[index] ??= startLook(text));
      for (let h = starts[state] as number; h < (starts[state + 1] as number); h++) if (mayNote(look, ids[h] as number, end)) return true;
      return false;
    });
  }
}

/** Whether none of the words in other readings of a text leads to a finding; nothing else is looked for in these. */
function holdNoWord(views: readonly string[]): boolean {
  if (views.length === 0) return true;
  const left = views.map(() => true);
  lookAtHits(views, left, locate(joinTexts(views), loadTables()).hits);
  return left.every(Boolean);
}

/** The runs of each text that is left, at their places in it. */
function runsOf(texts: readonly string[], left: boolean[], runs: readonly number[]): ReadonlyMap<number, number[]> {
  const all = new Map<number, number[]>();
  const each = eachIn(texts, left);
  for (let i = 0; i < runs.length; i += 3) {
    each(runs[i] as number, (_text, from, index) => {
      const own = all.get(index) ?? [];
      all.set(index, own);
      own.push(from, from + (runs[i + 1] as number) - (runs[i] as number), runs[i + 2] as number);
      return false;
    });
  }
  return all;
}

/** What a run stands for that was encoded, looked at in the same way: nothing, or that there may be something. */
function mayHold(inner: string): readonly Finding[] {
  return finerLook(firstLook([inner]))[0] === true ? [] : [{ rule: "", kind: "", span: [0, inner.length], confidence: "high" }];
}
