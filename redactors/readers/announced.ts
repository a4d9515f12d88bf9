import { pattern } from "../../kit/word-pattern.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";

/** What may stand between a name and the sign before its value: what was done, for whom, in brackets. */
const LEAD = pattern("i")`
    ^[ \t]{0,2}(?:(?:has been|have been|will be|was|were|is|are|been|now|successfully|generated|created|
    reset|set|changed|updated|assigned|issued|rotated|used|to)[ \t]+){0,4}(?:(?:generated|created|reset|set|
    changed|updated|assigned|issued|rotated|to|for|of|on|at|in)
    (?:[ \t]+[\w@.'"-]{1,40}){0,6})?(?:[ \t]?\([^()\n]{1,40}\))?[ \t]{0,2}(?:-{1,2}>|=>|\u2192|[:=]|
    (?<=[ \t])(?:to|is|-{1,2}|\u2013|\.{3})(?=[ \t]))[ \t]{0,3}
  `;
const VALUE = /^[`"'*]{0,3}([^\s`"'<>(){}\\]{8,80}?)[`"'*]{0,3}[.,;]?(?:[\s"'\\]|$)/;
/** What was just made needs less of a look. */
const MADE = /\b(?:generated|created|assigned|issued)\b/i;
const MIXED = /^(?=\D{0,78}\d)(?=[^a-z]{0,78}[a-z])[A-Za-z0-9]{8,32}$/;
/** Longest way between a name and its value. */
const MOST = 120;

/**
 * Where the value begins in `password generated for bob: …`, `password (admin): …`, `key -> …`; -1 if no such words
 * stand at `at`, or what follows may be a word like any other.
 */
export function announcedAt(text: string, at: number): number {
  const rest = text.slice(at, at + MOST);
  const newline = rest.indexOf("\n");
  const line = newline === -1 ? rest : rest.slice(0, newline);
  const lead = LEAD.exec(line);
  if (lead === null) return newline === -1 ? -1 : announcedBelow(text, at + line.length, line);
  const start = at + lead[0].length;
  if (newline !== -1 && lead[0].trimEnd() === line.trimEnd()) return announcedBelow(text, at + newline, line);
  const value = VALUE.exec(text.slice(start, start + 88))?.[1];
  if (value === undefined) return -1;
  return isMadeUpWord(value) || (MADE.test(lead[0]) && MIXED.test(value)) ? start : -1;
}

/** A line that says so much and ends in a colon. */
const HEAD =
  /^[ \t]{0,2}(?:(?:for|of|was|has|is|generated|created|reset|successfully)\b)[\w@.'"`[\](), :/-]{0,110}:[ \t\r]*$/i;

/** Where the value begins that stands alone on the line below one like `for the [elastic] user (…):`. */
function announcedBelow(text: string, lineEnd: number, line: string): number {
  return HEAD.test(line) ? valueBelow(text, lineEnd) : -1;
}

/**
 * From an operator at its line's end to a value below: perhaps a bracket or a `\`, an empty line, a fence, the sign of
 * a list.
 */
const WAY =
  /^[(\\]?\r?\n(?:[ \t]{0,40}\r?\n)?(?:[ \t]{0,8}`{3}\w{0,12}[ \t]*\r?\n)?[ \t]{0,40}(?:[-*][ \t]{1,3})?(?=\S)/;
const QUOTED = /^(\\{0,3}["'`])(?:(?!\1)[^\n\\]){4,256}\1[ \t]*[;,)\]}]{0,3}[ \t]*(?:\r?\n|$)/;
const BARE = /^([^\s"'`<>(){}[\],;]{8,256})[ \t]*(?:\r?\n|$)/;
/** A name of its own, or the address of something. */
const OTHER = /^[\w.-]{1,80}[=:]|:\/\//;

/**
 * Where the value begins that stands alone on the line below an operator which ends its own line, at `at`; -1 if
 * none does.
 */
export function valueBelow(text: string, at: number): number {
  const way = WAY.exec(text.slice(at, at + 140));
  if (way === null) return -1;
  const start = at + way[0].length;
  const rest = text.slice(start, start + 280);
  if (QUOTED.test(rest)) return start;
  const word = BARE.exec(rest)?.[1];
  return word !== undefined && isMadeUpWord(word) && !OTHER.test(word) ? start : -1;
}
