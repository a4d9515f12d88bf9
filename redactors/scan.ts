import type { Confidence, Finding } from "./finding.ts";

/** One search through one text, and its findings so far. */
export interface Scan {
  readonly text: string;
  readonly found: Finding[];
  /** The readers' own, by `perScan`. */
  readonly kept: object[];
}

export function startScan(text: string): Scan {
  return { text, found: [], kept: [] };
}

/** Tries that are made, however many names claim one value, or prefixes lie inside one token. */
export const MAX_TRIES = 4;

let keepers = 0;

/**
 * Something that a reader keeps through one scan: mostly the end of the stretch that it has read, so that the whole
 * search stays linear when the same stretch is met again and again.
 * @param start makes it when the reader first asks for it
 */
export function perScan<State extends object>(start: (scan: Scan) => State): (scan: Scan) => State {
  const at = keepers++;
  // An array: with a WeakMap by scan a long text takes a tenth longer.
  return (scan) => (scan.kept[at] ??= start(scan)) as State;
}

/** Looks at the text around an anchor, `[start, end)`, and adds its findings. */
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
