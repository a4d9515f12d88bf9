import { anchorLines, anchorPattern } from "./anchor-pattern.ts";

/** An anchor in a text: the prefix of a rule, or a word at which a reader runs. `word` is in lower case. */
export interface Hit {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Every anchor in a text, whatever its letter case, sorted by end; of anchors with the same end the longest comes
 * first. Anchors may overlap. An anchor that is a row of one character (see `ROW`) is told only where its row begins in
 * the text: a token of that kind does not begin inside a longer row, and a text may be nothing but a row.
 */
export function findAnchors(text: string): Hit[] {
  // Pad the text with characters that no anchor holds: for a short text V8 compiles the pattern twice, which takes
  // longer than the search through the padding.
  const lower = toLowerCase(text).padEnd(1000, "\0");
  const hits: Hit[] = [];
  for (let match = next(lower, 0), from = 0; match !== null; match = next(lower, from)) {
    const start = match.index;
    const isInRow = text[start - 1] === text[start];
    const before = hits.length;
    const words = wordsBehind(match[0]);
    for (const word of words)
      if (lower.startsWith(word, start) && !(isInRow && ROW.test(word)))
        hits.push({ word, start, end: start + word.length });
    from = isInRow && hits.length === before ? behindRow(text, start, words) : start + 1;
  }
  return hits.sort((first, second) => first.end - second.end || first.start - second.start);
}

/** Matches an anchor of so many equal characters that a text may be a row of these: the beginning of some tokens. */
const ROW = /^(.)\1{15,}$/;

/**
 * The offset at which the search goes on behind `start`, an offset inside a row of equal characters at which no word
 * stands: the next one at which a word may end behind the row.
 */
function behindRow(text: string, start: number, words: readonly string[]): number {
  const code = text.charCodeAt(start);
  let end = start + 1;
  while (text.charCodeAt(end) === code) end += 1;
  return Math.max(start + 1, end - Math.max(...words.map(({ length }) => length)));
}

export function hasAnchor(text: string): boolean {
  const lower = toLowerCase(text).padEnd(1000, "\0");
  for (let match = next(lower, 0); match !== null; match = next(lower, match.index + 1)) {
    const { index } = match;
    if (wordsBehind(match[0]).some((word) => lower.startsWith(word, index))) return true;
  }
  return false;
}

let pattern: RegExp | undefined;

function next(lower: string, from: number): RegExpExecArray | null {
  pattern ??= new RegExp(anchorPattern(), "g");
  pattern.lastIndex = from;
  return pattern.exec(lower);
}

/**
 * A text in lower case in which each character keeps its index. `İ` is handled apart, since in lower case it would
 * become two characters.
 */
function toLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll("İ", "i").toLowerCase();
}

let lines: string | undefined;
const known = new Map<string, readonly string[]>();

/**
 * The anchors that may stand where `beginning` was found: the anchors that begin with `beginning`, and the anchors that
 * are its first characters.
 */
function wordsBehind(beginning: string): readonly string[] {
  let words = known.get(beginning);
  lines ??= anchorLines();
  if (words === undefined)
    known.set(beginning, (words = [...beginningsIn(lines, beginning), ...linesFrom(lines, beginning)]));
  return words;
}

function beginningsIn(lines: string, text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at)).filter((word) => word && lines.includes(`\n${word}\n`));
}

/** The anchors that begin with `text`. The lines are sorted, so these anchors follow each other. */
function linesFrom(lines: string, text: string): string[] {
  const words: string[] = [];
  for (let at = lines.indexOf(`\n${text}`); at !== -1 && lines.startsWith(text, at + 1); ) {
    const end = lines.indexOf("\n", at + 1);
    words.push(lines.slice(at + 1, end));
    at = end;
  }
  return words;
}
