import { findAnchors } from "./anchors.ts";
import { mergeFindings, type Detector, type Finding } from "./finding.ts";
import { followUp } from "./follow-up.ts";
import { MAX_DEPTH } from "./gate.ts";
import { safeSpan } from "./json/safe-span.ts";
import { foreignNames } from "./judge/judge-key.ts";
import type { KeyClass } from "./judge/judge-name.ts";
import { findInField, inCell, judgePair } from "./judge/judge-pair.ts";
import { announcedAt } from "./readers/announced.ts";
import { isTypedAlone } from "./readers/typed-alone.ts";
import { findCrypt } from "./readers/find-crypt.ts";
import { findAtHits } from "./readers/find-at-hits.ts";
import { findKeyArrays } from "./readers/find-key-arrays.ts";
import { findOwned } from "./readers/find-owned.ts";
import { findPhrases } from "./readers/find-phrases.ts";
import { runsIn } from "./readers/runs.ts";
import { hasViews } from "./views/patterns.ts";
import { viewsOf } from "./views/views-of.ts";

/** snapveil's own detector: one search for all anchors, a bounded reader at each hit. */
export const detector: Detector = { find: (text) => find(text, 0), findInField };

/** Whatever finds here opens the gate, too: `mayHold` in gate.ts. */
function find(text: string, depth: number): readonly Finding[] {
  const hits = findAnchors(text);
  // Not by `push(...)`: the engine takes some hundred thousand arguments at the most, and a text can hold more
  // findings.
  const found = [
    hits.length > 0 ? findAtHits(text, hits) : [],
    findPhrases(text),
    findKeyArrays(text),
    findCrypt(text),
    findBehindForeignNames(text),
    depth < MAX_DEPTH ? findInRuns(text, (inner) => find(inner, depth + 1)) : [],
    hasViews(text) ? findInViews(text) : [],
  ].flat();
  return found.length === 0 ? found : mergeFindings(keepText(text, [...found, ...followUp(text, found)]));
}

/** The findings without the parts that belong to the text around them. */
function keepText(text: string, findings: readonly Finding[]): Finding[] {
  return findings
    .map((finding) => ({ ...finding, span: safeSpan(text, ...finding.span) }))
    .filter(({ span }) => span[1] > span[0]);
}

/** Tokens and keys that no word announces, and blobs that decode to text with a secret in it. */
function findInRuns(text: string, search: (text: string) => readonly Finding[]): Finding[] {
  const found: Finding[] = [];
  for (const { start, end, inner, kind } of runsIn(text)) {
    const first = inner === undefined ? undefined : search(inner).find((one) => one.confidence !== "low");
    if (first !== undefined) found.push({ ...first, rule: `encoded-${first.rule}`, span: [start, end] });
    if (kind !== undefined) found.push({ rule: kind, kind, span: [start, end], confidence: "high" });
    if (inner === undefined && kind === undefined) findOwned(text, start, end, found);
  }
  return found;
}

/** The findings of the other readings of a text, at their places in the text itself. */
function findInViews(text: string): Finding[] {
  return viewsOf(text).flatMap((view) =>
    findAtHits(view.text).flatMap((finding) => {
      const spans = view.toOriginal(finding.span);
      const part = spans.length > 1 ? { of: (spans[0] as Finding["span"])[0] } : {};
      return spans.map((span) => ({ ...finding, ...part, span }));
    }),
  );
}

/** Between the name and its value: a colon in any width, quotes, emphasis. */
const VALUE = /[ \t"'`*」』]{0,4}([:：=]?)[ \t"'`*「『]{0,4}([\x21-\x7e]{4,128})/y;
/** A sentence between them, from its value on. */
const TOLD = /()[`"'*]{0,3}([\x21-\x7e]{4,128})/y;

const PASSWORD: KeyClass = { strength: "password", kind: "password", exact: true, typed: true, seed: false };
const SECRET: KeyClass = { strength: "secret", kind: "secret", exact: true, typed: true, seed: false };

/** Values behind names in scripts that no anchor is written in: `密码：…`, `Пароль: …`. */
function findBehindForeignNames(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { name, end, says, isPassword } of foreignNames(text)) {
    VALUE.lastIndex = end;
    TOLD.lastIndex = announcedAt(text, end);
    const way = TOLD.lastIndex > 0 ? TOLD : VALUE;
    const match = way.exec(text);
    if (match === null) continue;
    const value = (match[2] as string).replace(/[\\"'`*,;)\]}>]+$/, "");
    if (way === VALUE && (match[1] === "" && !says ? !isTypedAlone(value) : /^[A-Za-z]+$/.test(value))) continue;
    const key = isPassword ? PASSWORD : SECRET;
    const judged = judgePair({ name, value, key, place: inCell(false, () => false) });
    if (judged === undefined) continue;
    const { kind, confidence } = judged;
    const start = way.lastIndex - (match[2] as string).length;
    found.push({ rule: `keyed-${kind}`, kind, span: [start, start + value.length], confidence });
  }
  return found;
}
