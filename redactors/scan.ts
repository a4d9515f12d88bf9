import type { Confidence, Finding } from "./finding.ts";

/** One search through one text, and its findings so far. */
export interface Scan {
  readonly text: string;
  readonly found: Finding[];
  /** The states that readers keep during the scan; see `perScan`. */
  readonly kept: object[];
}

export function startScan(text: string): Scan {
  return { text, found: [], kept: [] };
}

/** The most tries to read one stretch of text, however many names claim one value, or prefixes lie inside one token. */
export const MAX_TRIES = 4;

let keepers = 0;

/**
 * Declares a state that a reader keeps during one scan, and returns a function that gives it. Mostly it is the end of
 * the stretch that was read, so that the search stays linear when it meets the stretch again.
 * @param start makes the state when the reader first needs it in a scan
 */
export function perScan<State extends object>(start: (scan: Scan) => State): (scan: Scan) => State {
  const at = keepers++;
  // States are in an array: with a WeakMap by scan a long text takes a tenth longer.
  return (scan) => (scan.kept[at] ??= start(scan)) as State;
}

/** Reads the text around an anchor, `[start, end)`, and adds its findings to the scan. */
export type Reader = (scan: Scan, start: number, end: number) => void;

export function addFinding(
  scan: Scan,
  kind: string,
  start: number,
  end: number,
  confidence: Confidence,
  rule = kind,
): void {
  if (end > start) scan.found.push({ rule, kind, span: [start, end], confidence });
}
