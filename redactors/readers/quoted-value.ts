import { pattern } from "../../kit/word-pattern.ts";
import { perScan, type Scan } from "../scan.ts";
import { MAX_VALUE, type Value } from "./value.ts";

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
    // The string that holds the value ends here; it was cut off before.
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

/** The value between quotes that XML spells as `&quot;`. */
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

/** The next quote of each kind, and the place from which it was looked for. */
const nextQuotes = perScan(() => new Map<string, { readonly from: number; readonly at: number }>());

/** The next quote at or behind `from`, or -1. To ask again from a later place before that answer costs nothing. */
function nextQuote(scan: Scan, quote: string, from: number): number {
  const next = nextQuotes(scan);
  const known = next.get(quote);
  if (known !== undefined && from >= known.from && (known.at === -1 || from <= known.at)) return known.at;
  const at = scan.text.indexOf(quote, from);
  next.set(quote, { from, at });
  return at;
}

/** The start of a value's quote at `at`, if it has one: prefixes and escapes may come before it. */
function quoteAt(text: string, at: number): number {
  let open = at;
  // Python's b"", f"", r"", C#'s @"", $"", Objective-C's @"", NSString and C++ prefixes.
  while (open < at + 2 && "brufLR@$".includes(text[open] ?? " ")) open += 1;
  while (text[open] === "\\" && open - at < 32) open += 1;
  return open;
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

/** The default in an expression at `at`: `options.password || "…"`, `… or "…"`, `… ?? "…"`. */
export function parseFallback(scan: Scan, at: number): Value | undefined {
  const length = FALLBACK.exec(scan.text.slice(at, at + 100))?.[0].length;
  return length === undefined ? undefined : parseQuoted(scan, at + length);
}

const FALLBACK = /^[\w$.]{1,60}(?:[([](?:["'][\w.-]{0,40}["'])?[)\]])? (?:or|\|\||\?\?|\?:) {1,2}(?=["'])/;
