import type { Detector, Finding } from "../finding.ts";

/**
 * A detector that finds exactly these texts, with the confidence `high`. If one text begins with another, the longer
 * one is found.
 */
export function exactDetector(texts: readonly string[], kind: string): Detector {
  if (texts.length === 0) return { find: () => [] };
  const sorted = [...new Set(texts)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(sorted.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return {
    id: pattern.source,
    isCertain: true,
    find(text) {
      const found: Finding[] = [];
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        found.push({ rule: kind, kind, span: [match.index, match.index + match[0].length], confidence: "high" });
      }
      return found;
    },
  };
}
