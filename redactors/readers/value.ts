import { pattern } from "../../kit/word-pattern.ts";
import {
  ALNUM,
  BLANK,
  EQUALS,
  FLAGS,
  flagsAt,
  isWideBlank,
  NAME,
  PLUS_SLASH,
  QUOTE,
  runEnd,
  STOP,
} from "../charset.ts";
import { perScan, type Scan } from "../scan.ts";

/** `[start, end)` of a value, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly scrambled?: true;
}

export const MAX_VALUE = 4096;
/** The bit that tells the memo of a query's value from that of a code value. */
const QUERY = 1 << 20;

/** The run that was measured last and its stop mask, so that a long one is walked once. */
const lastRun = perScan(() => ({ from: 0, to: -1, mask: 0 }));

/** Whether an `&` parts no fields: no name with a `=` comes behind it, and no other `&`. */
function isInside(text: string, at: number): boolean {
  return (
    (flagsAt(text, at - 1) & ALNUM) !== 0 &&
    (flagsAt(text, at + 1) & ALNUM) !== 0 &&
    !/^&(?:(?:[A-Za-z]{2,8}|#\w{1,6});|[\w.%[\]-]{1,40}=)/.test(text.slice(at, at + 44))
  );
}

/** A run of letters and digits that no word and no name in code is, to its end. */
const MADE_UP = pattern()`
    ^[;<|(,:](?!(?:[A-Z]?[a-z]+\d{0,3}(?:[A-Z][a-z]+)*|\d+|[A-Z][A-Z0-9]*)(?![A-Za-z0-9]))
    [A-Za-z0-9]{4,24}(?=["'\x60<,;)}\]@\s]|$)
  `;

/** A sign that ends a value in code, in the middle of a password: `YIcZ(6AyQXCFH`. */
function isInPassword(text: string, at: number): boolean {
  return (flagsAt(text, at - 1) & ALNUM) !== 0 && MADE_UP.test(text.slice(at, at + 28));
}

type Style = "line" | "query" | "code";

/**
 * The value without quotes that starts at `at`.
 * - `line`: to the next blank, quote or `\`, as in an environment line
 * - `query`: also to `&`, `#` and brackets
 * - `code`: also to `,`, `;` and brackets
 */
export function parseBare(scan: Scan, at: number, style: Style): Value | undefined {
  const { text } = scan;
  const mask = style === "line" ? BLANK | QUOTE : STOP | BLANK;
  const memo = style === "query" ? mask | QUERY : mask;
  const last = lastRun(scan);
  if (at < last.from || at >= last.to || last.mask !== memo) {
    last.to = endOfRun(text, at, style, mask);
    last.from = at;
    last.mask = memo;
  }
  let end = last.to;
  const trailing = style === "line" ? ",;.):*" : ".:*";
  while (end > at && trailing.includes(text[end - 1] as string)) end -= 1;
  return end > at ? { start: at, end } : undefined;
}

function endOfRun(text: string, at: number, style: Style, mask: number): number {
  const limit = Math.min(text.length, at + MAX_VALUE);
  for (let end = at; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (endsAnyValue(text, end, code)) return end;
    if (code < 128 && ((FLAGS[code] as number) & mask) !== 0 && !(style === "code" && isOfValue(text, at, end, code)))
      return end;
    if (style === "query" && (code === 35 || code === 63)) return end;
  }
  return Math.max(at, limit);
}

/** NUL parts the entries of /proc/…/environ; a backslash starts an escape of the text around; `<` opens an element. */
function endsAnyValue(text: string, at: number, code: number): boolean {
  if (code === 0 || code === 92 || code === 27 || isWideBlank(code)) return true;
  return code === 60 && !isInPassword(text, at);
}

/** Whether a sign that ends values in code is a part of this one. */
function isOfValue(text: string, start: number, at: number, code: number): boolean {
  return (code === 38 && isInside(text, at)) || (code !== 32 && at > start && isInPassword(text, at));
}

/** Characters of keys in several lines. */
const OF_KEY = NAME | PLUS_SLASH | EQUALS;
const MAX_LINES = 32;
const MAX_LINE = 512;

/**
 * The lines of a block of YAML whose first begins at `start`, each one word, as `[start, end)`; empty if a line is more
 * than a word, or there is but one.
 */
export function wordLines(text: string, start: number): (readonly [start: number, end: number])[] {
  const indent = start - text.lastIndexOf("\n", start) - 1;
  const lines: (readonly [number, number])[] = [];
  for (let at = start; lines.length < MAX_LINES; ) {
    const end = runEnd(text, at, OF_KEY, at + MAX_LINE);
    const close = text[end] === "\r" ? end + 1 : end;
    if (end === at || (close < text.length && text[close] !== "\n")) return [];
    lines.push([at, end]);
    const next = close + 1;
    at = next + indent;
    if (
      close >= text.length ||
      indent === 0 ||
      text.slice(next, at).trim() !== "" ||
      at >= text.length ||
      " \t\r\n".includes(text[at] as string)
    )
      break;
  }
  return lines.length > 1 ? lines : [];
}
