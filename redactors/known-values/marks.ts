import type { Detector } from "../finding.ts";

/**
 * The least characters of a secret. A shorter one is in too many texts by chance: a password of `1` once replaced every
 * 1.
 */
export const LEAST = 8;

/**
 * Hashes of the beginnings of texts, by which `marksDetector` finds where one of the texts may begin. A text cannot be
 * restored from them: they have four bytes for eight characters.
 */
export function marksOf(texts: readonly string[], salt: number): number[] {
  return [...new Set(texts.map((text) => markAt(text, 0, salt)))];
}

/**
 * A detector that finds the first place at which one of the marked texts may begin. Each of these texts has at least
 * `LEAST` characters.
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
