import type { Confidence, Finding } from "./finding.ts";
import { isUnlikelyByForm } from "./judge/opinion/opinion.ts";

/** One search through one text, and its findings so far. */
export interface Scan {
  readonly text: string;
  readonly found: Finding[];
  /** The objects that readers keep during the scan; see `perScan`. */
  readonly kept: object[];
}

export function startScan(text: string): Scan {
  return { text, found: [], kept: [] };
}

/**
 * The most tries to read one stretch of text. It limits the work where many names stand before one value, or many
 * prefixes inside one token.
 */
export const MAX_TRIES = 4;

let keepers = 0;

/**
 * Declares an object that a reader keeps during one scan, and returns a function that gives it. Mostly the object holds
 * the end of the stretch that was read last: the reader skips further anchors in this stretch, so that the search takes
 * linear time.
 * @param start makes the state when the reader first needs it in a scan
 */
export function perScan<State extends object>(start: (scan: Scan) => State): (scan: Scan) => State {
  const at = keepers++;
  // The objects are in an array: with a WeakMap by scan, searching a long text takes a tenth longer.
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

/**
 * Adds a finding that rests on the form of the text around it alone, such as a header or an option, where code and
 * documents also have names, variables and placeholders. The second opinion decides whether the value is one of these.
 */
export function addByForm(
  scan: Scan,
  kind: string,
  start: number,
  end: number,
  confidence: Confidence,
  rule = kind,
): void {
  if (end > start && !isUnlikelyByForm(scan.text, start, end, kind))
    addFinding(scan, kind, start, end, confidence, rule);
}
