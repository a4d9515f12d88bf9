import type { Detector } from "../finding.ts";

/** Characters of a secret: shorter ones stand in too many texts by chance. A password of `1` once replaced every 1. */
export const LEAST = 8;

/**
 * Numbers by which a search elsewhere finds places where one of these texts may begin. Four bytes of eight characters
 * are too little to make the text again.
 */
export function marksOf(texts: readonly string[], salt: number): number[] {
  return [...new Set(texts.map((text) => markAt(text, 0, salt)))];
}

/** Finds every place at which one of the marked texts may begin, each of which has `LEAST` characters or more. */
export function marksDetector(marks: readonly number[], salt: number): Detector {
  const known = new Set(marks);
  return {
    isCertain: true,
    find: (text) => {
      for (let at = 0; known.size > 0 && at <= text.length - LEAST; at += 1)
        if (known.has(markAt(text, at, salt)))
          return [{ rule: "known-value", kind: "known-value", span: [at, at + LEAST], confidence: "high" }];
      return [];
    },
  };
}

/** FNV-1a of the first characters from a place on. */
function markAt(text: string, at: number, salt: number): number {
  let mark = salt;
  for (let next = at; next < at + LEAST; next += 1) mark = Math.imul(mark ^ text.charCodeAt(next), 0x01000193);
  return mark >>> 0;
}
