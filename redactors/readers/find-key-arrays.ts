import type { Finding } from "../finding.ts";

/** A Solana key pair is 64 bytes, and wallets keep it as a JSON list of numbers. */
const BYTES = 64;

/**
 * The first bytes of SHA-512's initial state, which is in every library for elliptic curves. A list with these bytes is
 * no key.
 */
const SHA512 = "106,9,230,103";

/** Finds lists of exactly 64 numbers below 256, which may be keys of Solana. */
export function findKeyArrays(text: string): Finding[] {
  const found: Finding[] = [];
  for (let open = text.indexOf("["); open !== -1; open = text.indexOf("[", open + 1)) {
    const end = listEnd(text, open + 1);
    if (end !== -1 && !text.startsWith(SHA512, open + 1))
      found.push({ rule: "solana-key-array", kind: "private-key", span: [open + 1, end], confidence: "medium" });
  }
  return found;
}

/** The end of the list that starts at `from`, or -1 if it is no key. Most lists fail at their first character. */
function listEnd(text: string, from: number): number {
  let count = 0;
  let value = -1;
  let most = 0;
  let falls = 0;
  let before = -1;
  const seen = new Set<number>();
  for (let at = from; at < from + BYTES * 6; at++) {
    const code = text.charCodeAt(at);
    if (code > 47 && code < 58) {
      value = Math.max(value, 0) * 10 + code - 48;
      if (value > 255) return -1;
    } else if (code === 44 || code === 93) {
      if (value === -1) return -1;
      seen.add(value);
      most = Math.max(most, value);
      if (value < before) falls += 1;
      before = value;
      count += 1;
      value = -1;
      // a codec's table has small numbers, and the indexes of documents ascend: neither is a key
      if (code === 93) return count === BYTES && seen.size > 24 && most > 127 && falls > 8 ? at : -1;
      if (count === BYTES) return -1;
    } else if (code !== 32 && code !== 10 && code !== 13) return -1;
  }
  return -1;
}
