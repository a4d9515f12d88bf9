import { secretsOf } from "../../judge/judge-pair.ts";
import type { Pair } from "../../judge/pair.ts";
import type { Reader, Scan } from "../../scan.ts";

/**
 * Adds the secrets of pairs to the findings. Returns whether there are any.
 * @param way the way in which the text joins name and value, for `explain`
 */
export function addSecrets(scan: Scan, pairs: Iterable<Pair>, way?: string): boolean {
  const before = scan.found.length;
  for (const pair of pairs) scan.found.push(...secretsOf(pair, scan.text, way));
  return scan.found.length > before;
}

/** Makes a reader of a function that yields the pairs at an anchor. */
export function pairReader(pairsAt: (scan: Scan, start: number, end: number) => Iterable<Pair>): Reader {
  return (scan, start, end) => void addSecrets(scan, pairsAt(scan, start, end));
}
