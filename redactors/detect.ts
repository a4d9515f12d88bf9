import { findAnchors } from "./anchors.ts";
import type { Detector, Finding } from "./finding.ts";
import { safeSpan } from "./json/safe-span.ts";
import { foreignNames } from "./judge/judge-key.ts";
import { mergeFindings } from "./finding.ts";
import { readers } from "./need-readers.ts";
import { readCrypt } from "./readers/read-crypt.ts";
import { readKeyArrays } from "./readers/read-key-arrays.ts";
import { readRuns } from "./readers/read-runs.ts";
import { hasViews } from "./views/patterns.ts";

/**
 * snapveil's own detector: one search for all anchors, a bounded reader at each hit. Most of what agents send holds no
 * anchor, so the readers are loaded where the first one is met.
 * @throws ReadersNeeded where a reader is needed and none is loaded yet
 */
export const detector: Detector = { find: (text) => find(text, 0) };

/** Twelve words in a row, as long as those of a wallet's seed: in prose shorter ones stand between them. */
const SEED_ROW = /(?:[a-z]{3,8} ){11}[a-z]{3,8}/;

/** Blobs in blobs are opened twice. */
const MAX_DEPTH = 2;

function find(text: string, depth: number): readonly Finding[] {
  const hits = findAnchors(text);
  const [foreign] = foreignNames(text);
  // Not by `push(...)`: the engine takes some hundred thousand arguments at the most, and a text can hold more
  // findings.
  const found = [
    hits.length > 0 ? readers().readHits(text, hits) : [],
    SEED_ROW.test(text) ? readers().readPhrases(text) : [],
    readKeyArrays(text),
    readCrypt(text),
    foreign ? readers().readForeignNames(text) : [],
    depth < MAX_DEPTH ? readRuns(text, (inner) => find(inner, depth + 1)) : [],
    hasViews(text) ? readers().readViews(text) : [],
  ].flat();
  return found.length === 0 ? found : mergeFindings(keepText(text, [...found, ...readers().followUp(text, found)]));
}

/** The findings without what belongs to the text around them; those that were nothing else go. */
function keepText(text: string, findings: readonly Finding[]): Finding[] {
  return findings
    .map((finding) => ({ ...finding, span: safeSpan(text, ...finding.span) }))
    .filter(({ span }) => span[1] > span[0]);
}
