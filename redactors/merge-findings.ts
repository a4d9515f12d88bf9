import type { Confidence, Finding } from "./finding.ts";

const RANK: Readonly<Record<Confidence, number>> = { high: 2, medium: 1, low: 0 };

/**
 * Findings sorted by start, overlapping ones made one that covers them all and is named after the surest,
 * then the longest of them. Spans that only touch stay two.
 */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const sorted = findings.toSorted((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
  const merged: Finding[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || finding.span[0] >= last.span[1]) {
      merged.push(finding);
      continue;
    }
    const surest = RANK[finding.confidence] > RANK[last.confidence] ? finding : last;
    merged[merged.length - 1] = { ...surest, span: [last.span[0], Math.max(last.span[1], finding.span[1])] };
  }
  return merged;
}
