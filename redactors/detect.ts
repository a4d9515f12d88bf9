import { FIRST_HIT } from "./automaton.ts";
import type { Detector, Finding } from "./finding.ts";
import { followUp } from "./follow-up.ts";
import { loadTables } from "./load-tables.ts";
import { locate } from "./locate.ts";
import { mergeFindings } from "./merge-findings.ts";
import { readCrypt } from "./read-crypt.ts";
import { readForeignNames } from "./read-foreign-names.ts";
import { readKeyArrays } from "./read-key-arrays.ts";
import { readPhrases } from "./read-phrases.ts";
import { readRuns } from "./read-runs.ts";
import { READERS } from "./readers/readers.ts";
import { safeSpan } from "./safe-span.ts";
import { MAX_TRIES, note, startScan } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { type Tables, targetOf } from "./tables.ts";
import { isToken, tokenEnd } from "./token-end.ts";
import { toOriginal, viewsOf } from "./view.ts";

/** snapveil's own detector: one pass of the automaton, a bounded reader at each hit. */
export const detector: Detector = { find: (text) => find(text, 0) };

/** Blobs in blobs are opened twice. */
const MAX_DEPTH = 2;

function find(text: string, depth: number): readonly Finding[] {
  const tables = loadTables();
  const { hits, runs, phrases } = locate(text, tables);
  // Put together whole: of a row of arguments the engine takes some hundred thousand, and a text can hold more findings.
  const found = [
    readHits(tables, text, hits),
    phrases.length > 0 ? readPhrases(text, phrases) : [],
    readKeyArrays(text),
    readCrypt(text),
    readForeignNames(text),
    depth < MAX_DEPTH && runs.length > 0 ? readRuns(text, runs, (inner) => find(inner, depth + 1)) : [],
    ...viewsOf(text).map((view) => toOriginal(view, readHits(tables, view.text, locate(view.text, tables).hits))),
  ].flat();
  return mergeFindings(found.length === 0 ? found : keepText(text, [...found, ...followUp(text, found)]));
}

/** The findings without what belongs to the text around them; those that were nothing else go. */
function keepText(text: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, span: safeSpan(text, ...finding.span) })).filter(({ span }) => span[1] > span[0]);
}


/** Takes the hits in the order of the text. */
function readHits(tables: Tables, text: string, located: readonly number[]): Finding[] {
  if (located.length === 0) return [];
  const { automaton } = tables;
  const scan = startScan(text);
  for (let i = 0; i < located.length; i += 2) {
    const hit = (located[i + 1] as number) - FIRST_HIT;
    const last = automaton.starts[hit + 1] as number;
    for (let h = automaton.starts[hit] as number; h < last; h++) take(tables, scan, automaton.hits[h] as number, located[i] as number);
  }
  return withoutOverhang(scan);
}

/**
 * What was found, less the tokens that run over the end of a line on which another rule's token, begun at the same
 * place, is whole: `KEY` and a word on the next line are not one token.
 */
function withoutOverhang({ text, found, tokens }: Scan): Finding[] {
  const wholeUntil = new Map<number, number>();
  for (const { span: [start, end] } of tokens) {
    if (/^\r?\n/.test(text.slice(end, end + 2))) wholeUntil.set(start, Math.min(end, wholeUntil.get(start) ?? end));
  }
  if (wholeUntil.size === 0) return found;
  return found.filter((finding) => !tokens.has(finding) || finding.span[1] <= (wholeUntil.get(finding.span[0]) ?? Infinity));
}

/** A hit of target `id` whose anchor ends at `end`. */
function take(tables: Tables, scan: Scan, id: number, end: number): void {
  const { rule, reader, word, rest } = targetOf(tables, id);
  const start = end + rest - word.length;
  if (rule === -1) {
    if (scan.text.charCodeAt(start) < 128 && scan.text.charCodeAt(end - 1) < 128) (READERS[reader] as (typeof READERS)[number])[0]()(scan, start, end);
  } else if (scan.text.startsWith(word, start)) takeToken(tables, scan, rule, start, start + word.length);
}

/** A prefix: its shape must follow, its edges be free or touch another secret, and somebody must have meant it. */
function takeToken(tables: Tables, scan: Scan, index: number, start: number, bodyStart: number): void {
  const { text } = scan;
  if (start > scan.tokenStart && start < scan.tokenEnd && ++scan.tokenTries > MAX_TRIES * 4) return;
  const rule = tables.rule(index);
  const end = tokenEnd(text, rule, start, bodyStart, scan.found.at(-1)?.span[1] === start);
  if (end === -1) return;
  // Inside another token the count goes on, else a row of prefixes would be read once for each of them.
  if (start >= scan.tokenEnd || start === scan.tokenStart) {
    if (start !== scan.tokenStart) scan.tokenTries = 0;
    scan.tokenStart = start;
    scan.tokenEnd = Math.max(scan.tokenEnd, end);
  }
  if (!isToken(text, rule, start, bodyStart, end)) return;
  const [kind, , , edge] = rule;
  note(scan, kind, edge === "after" ? bodyStart : start, end, "high");
  scan.tokens.add(scan.found.at(-1)!);
}
