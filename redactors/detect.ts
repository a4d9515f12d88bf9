import { findAnchors } from "./anchors.ts";
import { mergeFindings, type Detector, type Finding } from "./finding.ts";
import { followUp } from "./follow-up.ts";
import { MAX_DEPTH } from "./gate.ts";
import { safeSpan } from "./json/safe-span.ts";
import { findBehindForeignNames } from "./readers/foreign-names.ts";
import { findInField } from "./judge/judge-pair.ts";
import { foreignNames } from "./judge/translated.ts";
import { findAtHits } from "./readers/find-at-hits.ts";
import { findKeyArrays } from "./readers/find-key-arrays.ts";
import { findLogins } from "./readers/find-logins.ts";
import { findPhrases } from "./readers/find-phrases.ts";
import { runsIn } from "./readers/runs.ts";
import { hasViews } from "./views/patterns.ts";
import { viewsOf } from "./views/views-of.ts";
import { watching } from "./watch-detector.ts";

/**
 * snapveil's own detector. It searches for all anchors at once, and at each of them runs a reader, which reads a
 * limited stretch of text.
 */
export const detector: Detector = { find: (text) => find(text, 0), findInField };

/**
 * The findings of a text. Wherever this function finds something, `mayHold` in gate.ts must return true; otherwise the
 * detector is not even loaded.
 */
function find(text: string, depth: number): readonly Finding[] {
  const hits = findAnchors(text);
  if (watching() && (hits.length > 0 || foreignNames(text).next().done === false)) watching()?.announced();
  // An array literal and no `push(...)`: a call takes some hundred thousand arguments at most, and a text can have more
  // findings.
  const found = [
    hits.length > 0 ? findAtHits(text, hits) : [],
    findPhrases(text),
    findKeyArrays(text),
    findBehindForeignNames(text),
    findLogins(text),
    depth < MAX_DEPTH ? findInRuns(text, (inner) => find(inner, depth + 1)) : [],
    hasViews(text) ? findInViews(text) : [],
  ].flat();
  return found.length === 0 ? found : mergeFindings(keepText(text, [...found, ...followUp(text, found)]));
}

/**
 * Shortens findings so that the text around them stays well-formed (see `safeSpan`), and drops those that become empty.
 */
function keepText(text: string, findings: readonly Finding[]): Finding[] {
  return findings
    .map((finding) => ({ ...finding, span: safeSpan(text, ...finding.span) }))
    .filter(({ span }) => span[1] > span[0]);
}

/** Finds tokens and keys that no word announces, and blobs whose decoded text holds a secret. */
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

/** The findings in the text's views (see `viewsOf`), with spans in the text itself. */
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
