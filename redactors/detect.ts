import { findAnchors } from "./anchors.ts";
import type { Detector, Finding } from "./finding.ts";
import { followUp } from "./follow-up.ts";
import { mergeFindings } from "./merge-findings.ts";
import { readCrypt } from "./readers/read-crypt.ts";
import { readForeignNames } from "./readers/read-foreign-names.ts";
import { readKeyArrays } from "./readers/read-key-arrays.ts";
import { readPhrases } from "./readers/read-phrases.ts";
import { readRuns } from "./readers/read-runs.ts";
import type { Rule } from "./rules/rule.ts";
import { safeSpan } from "./json/safe-span.ts";
import { MAX_TRIES, note, startScan } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { isToken, tokenEnd } from "./token-end.ts";
import { toOriginal, viewsOf } from "./views/view.ts";

/** snapveil's own detector: one search for all anchors, a bounded reader at each hit. */
export const detector: Detector = { find: (text) => find(text, 0) };

/** Blobs in blobs are opened twice. */
const MAX_DEPTH = 2;

function find(text: string, depth: number): readonly Finding[] {
  // Put together whole: of a row of arguments the engine takes some hundred thousand, and a text can hold more
  // findings.
  const found = [
    readHits(text),
    readPhrases(text),
    readKeyArrays(text),
    readCrypt(text),
    readForeignNames(text),
    depth < MAX_DEPTH ? readRuns(text, (inner) => find(inner, depth + 1)) : [],
    ...viewsOf(text).map((view) => toOriginal(view, readHits(view.text))),
  ].flat();
  return mergeFindings(found.length === 0 ? found : keepText(text, [...found, ...followUp(text, found)]));
}

/** The findings without what belongs to the text around them; those that were nothing else go. */
function keepText(text: string, findings: readonly Finding[]): Finding[] {
  return findings
    .map((finding) => ({ ...finding, span: safeSpan(text, ...finding.span) }))
    .filter(({ span }) => span[1] > span[0]);
}

/** What stands at the anchors. */
function readHits(text: string): Finding[] {
  const scan = startScan(text);
  for (const { anchor, start, end } of findAnchors(text)) {
    if ("reader" in anchor) {
      if (text.charCodeAt(start) < 128 && text.charCodeAt(end - 1) < 128) anchor.reader()(scan, start, end);
    } else if (text.startsWith(anchor.word, start)) takeToken(scan, anchor.rule, start, end);
  }
  return withoutOverhang(scan);
}

/**
 * What was found, less the tokens that run over the end of a line on which another rule's token, begun at the same
 * place, is whole: `KEY` and a word on the next line are not one token.
 */
function withoutOverhang({ text, found, tokens }: Scan): Finding[] {
  const wholeUntil = new Map<number, number>();
  for (const {
    span: [start, end],
  } of tokens) {
    if (/^\r?\n/.test(text.slice(end, end + 2))) wholeUntil.set(start, Math.min(end, wholeUntil.get(start) ?? end));
  }
  if (wholeUntil.size === 0) return found;
  return found.filter(
    (finding) => !tokens.has(finding) || finding.span[1] <= (wholeUntil.get(finding.span[0]) ?? Infinity),
  );
}

/** A prefix: its shape must follow, its edges be free or touch another secret, and somebody must have meant it. */
function takeToken(scan: Scan, rule: Rule, start: number, bodyStart: number): void {
  const { text } = scan;
  if (start > scan.tokenStart && start < scan.tokenEnd && ++scan.tokenTries > MAX_TRIES * 4) return;
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
