import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, BLANK, EQUALS, FLAGS, flagsAt, NAME, PLUS_SLASH, QUOTE, runEnd, STOP } from "../charset.ts";
import { nextQuote } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** `[start, end)` of a value, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
}

const MAX_VALUE = 4096;
/** Tells the memo of a query's value from that of a code value. */
const QUERY = 1 << 20;

/**
 * The value in quotes that starts at `at`, or `undefined` if no quote stands there.
 *
 * A quote may be escaped any number of times, as it is in JSON inside JSON; the same number closes it.
 */
export function parseQuoted(scan: Scan, at: number): Value | undefined {
  const { text } = scan;
  const open = quoteAt(text, at);
  const quote = text[open];
  if (quote !== '"' && quote !== "'" && quote !== "`") return quote === "&" ? parseEntity(text, open) : undefined;
  let escapes = 0;
  while (text[open - 1 - escapes] === "\\") escapes += 1;
  const start = text.startsWith(quote + quote, open + 1) ? open + 3 : open + 1;
  if (start === open + 3) return { start, end: Math.max(start, closing(scan, quote + quote + quote, start)) };
  let from = start;
  for (let tries = 0; tries < 16; tries++) {
    const close = nextQuote(scan, quote, from);
    if (close === -1 || close - start > MAX_VALUE) break;
    let before = 0;
    while (before < 64 && text[close - 1 - before] === "\\") before += 1;
    // Here ends the string that holds the value, which was cut off before.
    if (before < escapes) return { start, end: Math.max(start, close - before) };
    // The value's own backslashes are doubled once more at each level.
    if (before % (2 * (escapes + 1)) === escapes) return { start, end: Math.max(start, close - escapes) };
    from = close + 1;
  }
  // Cut off before the quote closed: the rest of the line.
  const rest = text.slice(start, start + MAX_VALUE);
  const line = rest.indexOf("\n");
  return { start, end: start + (line === -1 ? rest.length : line) };
}

/** Between quotes that XML spells as `&quot;`. */
function parseEntity(text: string, at: number): Value | undefined {
  const match = /^(&quot;|&#34;|&apos;|&#39;)([^<>\n]{1,256}?)\1/.exec(text.slice(at, at + 280));
  return match === null
    ? undefined
    : { start: at + (match[1] as string).length, end: at + match[0].length - (match[1] as string).length };
}

function closing(scan: Scan, quotes: string, start: number): number {
  const end = scan.text.slice(start, start + MAX_VALUE).indexOf(quotes);
  return end === -1 ? start : start + end;
}

/** An `&` that parts no fields: no name with a `=` comes behind it, and no other `&`. */
function isInside(text: string, at: number): boolean {
  return (
    (flagsAt(text, at - 1) & ALNUM) !== 0 &&
    (flagsAt(text, at + 1) & ALNUM) !== 0 &&
    !/^&(?:(?:[A-Za-z]{2,8}|#\w{1,6});|[\w.%[\]-]{1,40}=)/.test(text.slice(at, at + 44))
  );
}

/** A run of letters and digits that no word and no name in code is, to its end. */
const MADE_UP =
  /^[;<|(,:](?![A-Z]?[a-z]+\d{0,3}(?:[A-Z][a-z]+)*(?![A-Za-z0-9])|\d+(?![A-Za-z0-9])|[A-Z][A-Z0-9]*(?![A-Za-z0-9]))[A-Za-z0-9]{4,24}(?=["'`<,;)}\]@\s]|$)/;

/** A sign that ends a value in code, in the middle of a password: `YIcZ(6AyQXCFH`. */
function isInPassword(text: string, at: number): boolean {
  return (flagsAt(text, at - 1) & ALNUM) !== 0 && MADE_UP.test(text.slice(at, at + 28));
}

/**
 * The value without quotes that starts at `at`.
 * - `line`: to the next blank, quote or `\`, as in an environment line
 * - `query`: also to `&`, `#` and brackets
 * - `code`: also to `,`, `;` and brackets
 */
export function parseBare(scan: Scan, at: number, style: "line" | "query" | "code"): Value | undefined {
  const { text } = scan;
  const mask = style === "line" ? BLANK | QUOTE : STOP | BLANK;
  const memo = style === "query" ? mask | QUERY : mask;
  let end: number;
  if (at >= scan.runFrom && at < scan.runTo && scan.runMask === memo) end = scan.runTo;
  else {
    end = at;
    const limit = Math.min(text.length, at + MAX_VALUE);
    while (end < limit) {
      const code = text.charCodeAt(end);
      // NUL parts the entries of /proc/…/environ; a backslash starts an escape of the text around.
      if (code === 0 || code === 92 || code === 27) break;
      if (code === 60 && !isInPassword(text, end)) break;
      if (
        code < 128 &&
        ((FLAGS[code] as number) & mask) !== 0 &&
        !(code === 38 && style === "code" && isInside(text, end)) &&
        !(code !== 32 && style === "code" && end > at && isInPassword(text, end))
      )
        break;
      if (style === "query" && (code === 35 || code === 63)) break;
      end += 1;
    }
    scan.runFrom = at;
    scan.runTo = end;
    scan.runMask = memo;
  }
  const trailing = style === "line" ? ",;.):*" : ".:*";
  while (end > at && trailing.includes(text[end - 1] as string)) end -= 1;
  return end > at ? { start: at, end } : undefined;
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

/** Calls around a secret that keep it from being printed, or digest it; and a list, of which the first is read. */
const WRAPPED = pattern("i")`
    ^(?:(?:Sensitive|SecretStr|SecretString|Redacted|PASSWORD|ENCRYPT|CRYPT|MD5|SHA[12]?|(?:String|
    Secret(?:String)?|SecretBox)::(?:from|new)|Some|new String|std::string|(?:aws|pulumi)\.String|
    Buffer\.from|\[\]byte)\((?=["'])|\[\s{0,12}(?=["'])|"?@ByteArray\()
  `;

/** The start of a value that may stand in such a call at `at`. */
export function afterWrapper(text: string, at: number): number {
  return at + (WRAPPED.exec(text.slice(at, at + 20))?.[0].length ?? 0);
}

/**
 * The start of the quote in an expression's default, `options.password || "…"`, `… or "…"`, `… ?? "…"`; -1 if there is
 * none at `at`.
 */
export function fallbackOf(text: string, at: number): number {
  const length = FALLBACK.exec(text.slice(at, at + 100))?.[0].length;
  return length === undefined ? -1 : at + length;
}

const FALLBACK = /^[\w$.]{1,60}(?:[([](?:["'][\w.-]{0,40}["'])?[)\]])? (?:or|\|\||\?\?|\?:) {1,2}(?=["'])/;

/** The start of a value's quote at `at`, if it has one: prefixes and escapes may come before it. */
function quoteAt(text: string, at: number): number {
  let open = at;
  // Python's b"", f"", r"", C#'s @"", $"", Objective-C's @"", NSString and C++ prefixes.
  while (open < at + 2 && "brufLR@$".includes(text[open] ?? " ")) open += 1;
  while (text[open] === "\\" && open - at < 32) open += 1;
  return open;
}
