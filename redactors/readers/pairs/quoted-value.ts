import { pattern } from "../../../kit/word-pattern.ts";
import { perScan, type Scan } from "../../scan.ts";
import { MAX_VALUE, type Value } from "./value.ts";

/**
 * The value in quotes that starts at `at`, or `undefined` if no quote stands there.
 *
 * Backslashes may escape the quote any number of times, as in JSON inside JSON. The closing quote has as many
 * backslashes as the opening quote.
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
    // A quote with fewer backslashes ends the string around the value, so the value was cut off.
    if (before < escapes) return { start, end: Math.max(start, close - before) };
    // A backslash at the end of the value is written as `2 * (escapes + 1)` backslashes, which do not escape the quote
    // behind them.
    if (before % (2 * (escapes + 1)) === escapes) return { start, end: Math.max(start, close - escapes) };
    from = close + 1;
  }
  // The text ends before a closing quote: the value is the rest of the line.
  const rest = text.slice(start, start + MAX_VALUE);
  const line = rest.indexOf("\n");
  return { start, end: start + (line === -1 ? rest.length : line) };
}

/** The value between quotes that XML spells as `&quot;` or the like; `undefined` if there is none. */
function parseEntity(text: string, at: number): Value | undefined {
  const match = /^(&quot;|&#34;|&#x22;|&apos;|&#39;|&#x27;)([^<>\n]{1,256}?)\1/.exec(text.slice(at, at + 280));
  return match === null
    ? undefined
    : { start: at + (match[1] as string).length, end: at + match[0].length - (match[1] as string).length };
}

function closing(scan: Scan, quotes: string, start: number): number {
  const end = scan.text.slice(start, start + MAX_VALUE).indexOf(quotes);
  return end === -1 ? start : start + end;
}

/** The last search for each kind of quote: the index at which it began, and the index that it found. */
const nextQuotes = perScan(() => new Map<string, { readonly from: number; readonly at: number }>());

/**
 * The index of the next quote from `from` on, or -1. A search that begins before the last found quote returns that
 * quote at once.
 */
function nextQuote(scan: Scan, quote: string, from: number): number {
  const next = nextQuotes(scan);
  const known = next.get(quote);
  if (known !== undefined && from >= known.from && (known.at === -1 || from <= known.at)) return known.at;
  const at = scan.text.indexOf(quote, from);
  next.set(quote, { from, at });
  return at;
}

/**
 * The index of the quote that opens a value, behind prefixes and backslashes at `at`; without a quote, the index of the
 * character behind them.
 */
function quoteAt(text: string, at: number): number {
  let open = at;
  // Python's b"", f"", r"", C#'s @"", $"", Objective-C's @"", NSString and C++ prefixes, SQL's N'' and E''.
  while (open < at + 2 && "brufLR@$NE".includes(text[open] ?? " ")) open += 1;
  while (text[open] === "\\" && open - at < 32) open += 1;
  return open;
}

/**
 * Functions around a secret that keep it from being printed, or that digest it; the bracket of a list, whose first
 * item is the value; and the mark of ERB before a literal.
 */
const WRAPPED = pattern("i")`
    ^(?:(?:Sensitive|SecretStr|SecretString|Redacted|PASSWORD|ENCRYPT|CRYPT|MD5|SHA[12]?|(?:String|
    Secret(?:String)?|SecretBox)::(?:from|new)|Some|new String|std::string|(?:aws|pulumi)\.String|
    Buffer\.from|\[\]byte)\((?=["'])|\[\s{0,12}(?=["'])|"?@ByteArray\(|<%=\s{0,4}(?=["']))
  `;

/** The start of a value behind a function or bracket of `WRAPPED` that stands at `at`; `at` if there is none. */
export function afterWrapper(text: string, at: number): number {
  return at + (WRAPPED.exec(text.slice(at, at + 20))?.[0].length ?? 0);
}

/**
 * The default in an expression at `at`: `options.password || "…"`, `… or "…"`, `… ?? "…"`; `undefined` if there is
 * none.
 */
export function parseFallback(scan: Scan, at: number): Value | undefined {
  const length = FALLBACK.exec(scan.text.slice(at, at + 100))?.[0].length;
  return length === undefined ? undefined : parseQuoted(scan, at + length);
}

const FALLBACK = /^[\w$.]{1,60}(?:[([](?:["'][\w.-]{0,40}["'])?[)\]])? (?:or|\|\||\?\?|\?:) {1,2}(?=["'])/;
