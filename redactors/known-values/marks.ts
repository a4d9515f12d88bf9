import type { Detector } from "../finding.ts";

/**
 * The least characters of a secret that is searched for. Shorter values occur in too many texts by chance: a password
 * of `1` once replaced every 1.
 */
export const LEAST = 8;

/**
 * Hashes of the first `LEAST` characters of texts. `marksDetector` uses them to find where one of the texts may begin.
 * A text cannot be restored from its hash, which has four bytes for eight characters.
 */
export function marksOf(texts: readonly string[], salt: number): number[] {
  return [...new Set(texts.map((text) => markAt(text, 0, salt)))];
}

/**
 * A detector that finds the first place at which a text with one of the hashes `marks` may begin. Each of the hashed
 * texts has at least `LEAST` characters.
 */
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

/** The FNV-1a hash of the `LEAST` characters from `at` on. */
function markAt(text: string, at: number, salt: number): number {
  let mark = salt;
  for (let next = at; next < at + LEAST; next += 1) mark = Math.imul(mark ^ text.charCodeAt(next), 0x01000193);
  return mark >>> 0;
}
