import { findAnchors } from "./anchors.ts";
import { mergeFindings, type Detector, type Finding } from "./finding.ts";
import { followUp } from "./follow-up.ts";
import { MAX_DEPTH } from "./gate.ts";
import { safeSpan } from "./json/safe-span.ts";
import { findBehindForeignNames } from "./readers/foreign-names.ts";
import { findInField } from "./judge/judge-pair.ts";
import { findAtHits } from "./readers/find-at-hits.ts";
import { findKeyArrays } from "./readers/find-key-arrays.ts";
import { findPhrases } from "./readers/find-phrases.ts";
import { runsIn } from "./readers/runs.ts";
import { hasViews } from "./views/patterns.ts";
import { viewsOf } from "./views/views-of.ts";

/** snapveil's own detector: one search for all anchors, a bounded reader at each hit. */
export const detector: Detector = { find: (text) => find(text, 0), findInField };

/** The findings of a text. A text with a finding also has to open the gate: `mayHold` in gate.ts. */
function find(text: string, depth: number): readonly Finding[] {
  const hits = findAnchors(text);
  // Not by `push(...)`: the engine takes some hundred thousand arguments at the most, and a text can hold more
  // findings.
  const found = [
    hits.length > 0 ? findAtHits(text, hits) : [],
    findPhrases(text),
    findKeyArrays(text),
    findBehindForeignNames(text),
    depth < MAX_DEPTH ? findInRuns(text, (inner) => find(inner, depth + 1)) : [],
    hasViews(text) ? findInViews(text) : [],
  ].flat();
  return found.length === 0 ? found : mergeFindings(keepText(text, [...found, ...followUp(text, found)]));
}

/** The findings without the parts that belong to the text around. */
function keepText(text: string, findings: readonly Finding[]): Finding[] {
  return findings
    .map((finding) => ({ ...finding, span: safeSpan(text, ...finding.span) }))
    .filter(({ span }) => span[1] > span[0]);
}

/** Tokens and keys that no word announces, and blobs that decode to text with a secret in it. */
function findInRuns(text: string, search: (text: string) => readonly Finding[]): Finding[] {
  const found: Finding[] = [];
  for (const { start, end, inner, kind, rule = kind } of runsIn(text)) {
    const first = inner === undefined ? undefined : search(inner).find((one) => one.confidence !== "low");
    if (first !== undefined) found.push({ ...first, rule: `encoded-${first.rule}`, span: [start, end] });
    if (kind !== undefined && rule !== undefined)
      found.push({ rule, kind, span: [start, end], confidence: rule === kind ? "high" : "medium" });
  }
  return found;
}

/** The findings of the other readings of a text, at their places in the text itself. */
function findInViews(text: string): Finding[] {
  return viewsOf(text).flatMap((view) => {
    const found = findAtHits(view.text);
    return [...found, ...followUp(view.text, found)].flatMap((finding) => {
      const spans = view.toOriginal(finding.span);
      const part = spans.length > 1 ? { of: (spans[0] as Finding["span"])[0] } : {};
      return spans.map((span) => ({ ...finding, ...part, span }));
    });
  });
}
