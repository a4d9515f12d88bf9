import type { Confidence, Finding } from "./finding.ts";

/**
 * One search through one text: its findings so far, and notes that keep the whole search linear when the same stretch
 * is met again and again.
 */
export interface Scan {
  readonly text: string;
  readonly found: Finding[];
  /** Those of them that are a known prefix and its shape, and the end of the prefix. */
  readonly tokens: Map<Finding, number>;
  /** Names before this position have been read. */
  nameEnd: number;
  /** The last bare value that was measured, so that a long run is walked once: `[start, end)` and its stop mask. */
  runFrom: number;
  runTo: number;
  runMask: number;
  /** The next quote of each kind, found once. */
  quoteFrom: number[];
  quoteAt: number[];
  /** End of the last key block, so that its own lines are not read again. */
  blockEnd: number;
  /** The end of the last URL, command, manifest and table: the text before has been read with it. */
  urlEnd: number;
  commandEnd: number;
  manifestEnd: number;
  tableEnd: number;
  /** Headings of the table of the last row of names and values, and that row's end. */
  rows: { readonly end: number; readonly sign: string; readonly headings: readonly string[] | undefined } | undefined;
  /** Columns of the tables that the text creates, by name; made when an `INSERT` without columns is met. */
  tables: ReadonlyMap<string, readonly string[]> | undefined;
  cookieEnd: number;
  jwtEnd: number;
  jwkEnd: number;
  /** The end of the last list of seed words and of codes. */
  seedEnd: number;
  codesEnd: number;
  /** The last token, and how often another was tried inside it. */
  tokenStart: number;
  tokenEnd: number;
  tokenTries: number;
  /** The end of the value judged last, and how often it was. */
  valueEnd: number;
  valueTries: number;
}

/** However many names claim one value, or prefixes lie inside one token, so many are heard. */
export const MAX_TRIES = 4;

/** Looks at the text around an anchor, `[start, end)`, and adds its findings. */
export type Reader = (scan: Scan, start: number, end: number) => void;

export function startScan(text: string): Scan {
  return {
    text,
    found: [],
    tokens: new Map(),
    nameEnd: 0,
    runFrom: 0,
    runTo: -1,
    runMask: 0,
    quoteFrom: [0, 0, 0],
    quoteAt: [-2, -2, -2],
    blockEnd: 0,
    urlEnd: 0,
    commandEnd: 0,
    manifestEnd: 0,
    tableEnd: 0,
    rows: undefined,
    tables: undefined,
    cookieEnd: 0,
    jwtEnd: 0,
    jwkEnd: 0,
    seedEnd: 0,
    codesEnd: 0,
    tokenStart: 0,
    tokenEnd: 0,
    tokenTries: 0,
    valueEnd: -1,
    valueTries: 0,
  };
}

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

const QUOTES = "\"'`";

/**
 * The next quote `quote` at or behind `from`, or -1. Each kind's last answer is kept: asking again from
 * a later place before that answer costs nothing.
 */
export function nextQuote(scan: Scan, quote: string, from: number): number {
  const kind = QUOTES.indexOf(quote);
  const known = scan.quoteAt[kind] as number;
  if (known !== -2 && from >= (scan.quoteFrom[kind] as number) && (known === -1 || from <= known)) return known;
  const found = scan.text.indexOf(quote, from);
  scan.quoteFrom[kind] = from;
  scan.quoteAt[kind] = found;
  return found;
}
