import { BLANK, flagsAt, QUOTE } from "./charset.ts";
import type { Finding } from "./finding.ts";
import { hasEscapes, hasPercentCodes } from "./has-views.ts";

/** Another reading of the same text: without escapes, or decoded. */
export interface View {
  readonly text: string;
  /** `[start, end)` of the view as `[start, end)` of the original. */
  readonly toOriginal: (span: readonly [number, number]) => readonly [number, number];
}

/** Every other reading of a text, in all of which words are looked for. */
export function viewsOf(text: string): View[] {
  return [...stripEscapes(text), ...decodePercent(text), ...unescapeJson(text)];
}

/** Terminal colours and moves, and characters of no width: `grep --color` puts them into the middle of a token. */
function stripEscapes(text: string): View[] {
  if (!hasEscapes(text)) return [];
  const views: View[] = [];
  let start = 0;
  let end = 0;
  let last = -1;
  for (const match of text.matchAll(ESCAPES)) {
    // One stretch for all that stand near each other: the rest of the text reads as it does without them.
    if (last === -1 || match.index > last + 2 * AROUND) {
      if (last !== -1) views.push(withoutEscapes(text, start, (end = lineEnd(text, last + AROUND))));
      start = Math.max(end, lineStart(text, match.index - AROUND));
    }
    last = match.index + match[0].length;
  }
  views.push(withoutEscapes(text, start, lineEnd(text, last + AROUND)));
  return views;
}

/** What belongs to a secret stands within so many characters of it. */
const AROUND = 4096;

function withoutEscapes(text: string, start: number, end: number): View {
  const view = rewrite(text.slice(start, end), ESCAPES, () => "");
  return { text: view.text, toOriginal: (span) => shift(view.toOriginal(span), start) };
}

/** The start of the line of `at`, where it is not far. */
function lineStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const newline = text.slice(Math.max(0, at - AROUND), at).lastIndexOf("\n");
  return newline === -1 ? at : Math.max(0, at - AROUND) + newline + 1;
}

function lineEnd(text: string, at: number): number {
  const newline = text.slice(at, at + AROUND).indexOf("\n");
  return newline === -1 ? Math.min(text.length, at) : at + newline;
}

const ESCAPES = /\x1b\[[0-9;?]{0,16}[A-Za-z]|\x1b\][^\x07\x1b]{0,256}(?:\x07|\x1b\\)|[\u00ad\u200b-\u200f\u2060\ufeff]/g;

const MAX_STRETCH = 4096;

/** Percent-encoded text, as it stands inside a URL's query (`%3Ftoken%3D…`): each stretch without blanks for itself. */
function decodePercent(text: string): View[] {
  if (!hasPercentCodes(text)) return [];
  const views: View[] = [];
  let end = 0;
  for (const match of text.matchAll(/%(?:3[ad]|2[26])/gi)) {
    if (match.index < end) continue;
    let start = match.index;
    while (start > end && start > match.index - MAX_STRETCH && (flagsAt(text, start - 1) & (BLANK | QUOTE)) === 0) start -= 1;
    end = match.index;
    while (end < text.length && end < match.index + MAX_STRETCH && (flagsAt(text, end) & (BLANK | QUOTE)) === 0) end += 1;
    const view = rewrite(text.slice(start, end), /%(?:2[0-9A-F]|[3-6][0-9A-F]|7[0-9A-E])/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
    views.push({ text: view.text, toOriginal: (span) => shift(view.toOriginal(span), start) });
  }
  return views;
}

/**
 * JSON text with the line ends, tabs and other characters that its strings hold as escapes: as a file, a table or a
 * coloured line in it reads. Quotes and backslashes stay escaped, since readers know them at any depth.
 */
function unescapeJson(text: string): View[] {
  if (!text.includes("\\") || !/^\s{0,64}[{["]/.test(text) || !JSON_ESCAPE.test(text)) return [];
  const view = rewrite(text, new RegExp(JSON_ESCAPE, "gi"), (escape) => unescaped(escape.replace(/^\\+/, "")));
  return [view, ...stripEscapes(view.text).map((inner) => ({ text: inner.text, toOriginal: (span: readonly [number, number]) => view.toOriginal(inner.toOriginal(span)) }))];
}

/** JSON inside JSON has its backslashes doubled at each level. */
const JSON_ESCAPE = /\\{1,7}(?:[nrt/]|u00[0-7][0-9a-f]|u20[06][0-9a-f]|ufeff)/i;

function unescaped(escape: string): string {
  if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return { n: "\n", r: "\r", t: "\t" }[escape.toLowerCase()] ?? escape;
}

function shift([start, end]: readonly [number, number], by: number): readonly [number, number] {
  return [start + by, end + by];
}

/** The text with every match replaced by at most one character, and the way back. */
function rewrite(text: string, pattern: RegExp, replacement: (match: string) => string): View {
  const pieces: string[] = [];
  // From view position `at[i]` on, the original is `shift[i]` further; a replaced character is a piece of its own.
  const at: number[] = [];
  const origin: number[] = [];
  let from = 0;
  let length = 0;
  const push = (piece: string, start: number): void => {
    if (piece === "") return;
    at.push(length);
    origin.push(start);
    pieces.push(piece);
    length += piece.length;
  };
  // How long what was replaced is, where it is longer than its replacement.
  const wide = new Map<number, number>();
  for (const match of text.matchAll(pattern)) {
    push(text.slice(from, match.index), from);
    const put = replacement(match[0]);
    if (put !== "") wide.set(length, match[0].length);
    push(put, match.index);
    from = match.index + match[0].length;
  }
  push(text.slice(from), from);
  const place = (position: number): number => {
    const piece = lastAtMost(at, position);
    return (origin[piece] as number) + position - (at[piece] as number);
  };
  return {
    text: pieces.join(""),
    toOriginal: ([start, end]) => [place(start), place(end - 1) + (wide.get(end - 1) ?? 1)],
  };
}

function lastAtMost(sorted: readonly number[], most: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The findings of a view, pointing into the original. */
export function toOriginal(view: View, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, span: view.toOriginal(finding.span) }));
}
