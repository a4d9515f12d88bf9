import { pattern } from "../../kit/word-pattern.ts";
import { promiseOf } from "../judge/promise-of.ts";
import { hasNumberInside, isJoinedPhrase, isMadeUpWord, isSpacedPhrase } from "../judge/made-up-word.ts";

/** Letters of all languages, as part of a class of characters: V8 would need 2 ms for Unicode's property class. */
const LETTER = String.raw`A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3031-\ud7ff`;
/**
 * The words between a name and the sign before its value, in any language: an action, the owner, a text in brackets.
 */
const WORDS = pattern()`
    ^[ \t]{0,2}(?:\(?[${LETTER}\d@'\u2019"_/-]{1,40}(?:\.[${LETTER}\d"]{1,20}){0,3},?[ \t]+){0,9}
    \(?(?:[${LETTER}\d@.'\u2019"_/-]{1,40})?(?:[ \t]?\([^()\n]{1,40}\))?[ \t]{0,2}$
  `;
/** The name `pass`. It is a verb, as in `Pass option x to y`, unless `OF_NOUN` matches the text behind it. */
const PASSES = /(?:^|\W)pass(?:es|ed|ing)?[ \t]*$/i;
const OF_NOUN = /^[ \t]*(?:$|for\b|of\b|on\b|is\b|was\b|has\b|\()/i;
/**
 * The sign before a value, which touches no other name; or a verb, perhaps with a word behind it (`ist jetzt`), in the
 * languages of `TRANSLATED`.
 */
const SIGN = pattern("gi")`
    (?:-{1,2}>|=>|\u2192|\uff1a|:(?=\s|$)|(?<=^|[ \t)])[:=]|(?<=^|[ \t])(?:-{1,2}|[\u2013\u2014]|\.{3,64}|
    (?:to|is|it['\u2019]s|be|was|ist|lautet|est|es|\xe8|\xe9|\xe4r|er|je|jest)(?:[ \t][${LETTER}]{2,12})?)(?=[ \t]))
    [ \t]{0,3}(?:[\xab\u201c\u201e][ \xa0\u202f]?)?
  `;
const VALUE = /^[`"'*]{0,3}([^\s`"'<>(){}\\]{8,80}?)[`"'*]{0,3}[.,;)]?(?:[\s"'\\]|$)/;
/** Words which show that a value was just made. A value behind such a word needs fewer signs of a secret. */
const MADE = /\b(?:generated|created|assigned|issued)\b/i;
const MIXED = /^(?=\D{0,78}\d)(?=[^a-z]{0,78}[a-z])[A-Za-z0-9]{8,32}$/;
/** Words for what happened to a secret, or for the place where it is. The secret's value may follow such words. */
const HAPPENED = /^(?:reset|set|changed?|updated?|rotated?|refreshed|at|in|on|of|for|to)$/i;
/** The most characters between a name and its value. */
const MOST = 120;

/**
 * The start of the value in `password generated for bob: …`, `password (admin): …`, `key -> …`; -1 if words like these
 * do not stand at `at`, or if the value may be an ordinary word.
 */
export function announcedAt(text: string, at: number): number {
  const rest = text.slice(at, at + MOST);
  const newline = rest.indexOf("\n");
  const line = newline === -1 ? rest : rest.slice(0, newline);
  if (line.trim() === "") {
    const isHeading = newline !== -1 && HEADING.test(text.slice(Math.max(0, at - 42), at));
    return isHeading ? aloneAt(text, at + newline + 1) : -1;
  }
  if (isAboutIt(line)) return -1;
  // An announced value holds a digit, or consists of several words. Most lines hold neither, so the patterns do not run
  // on them.
  const part = newline === -1 ? text.slice(at, at + MOST + 88) : line;
  const found = /\d/.test(part) || NOUNS.test(part) ? announcedIn(text, at, line) : -1;
  return found !== -1 || newline === -1 ? found : announcedBelow(text, at + line.length, line);
}

/** The start of a value that a sign on the line announces; -1 if there is none. The line is the text from `at` on. */
function announcedIn(text: string, at: number, line: string): number {
  const mayBeVerb = PASSES.test(text.slice(Math.max(0, at - 8), at));
  for (const { 0: sign, index } of line.matchAll(SIGN)) {
    const lead = line.slice(0, index);
    if (!WORDS.test(lead) || (mayBeVerb && !OF_NOUN.test(lead))) continue;
    const start = at + index + sign.length;
    const value = VALUE.exec(text.slice(start, start + 88))?.[1];
    if (isSpacedPhrase(rowAt(text, start))) return start;
    if (value === undefined) continue;
    if (
      isMadeUpWord(value) ||
      isJoinedPhrase(value) ||
      hasNumberInside(value) ||
      (MADE.test(lead) && MIXED.test(value))
    )
      return start;
  }
  return -1;
}

/** Words with dashes or capitals between, a long word, or four words up to the end of a line. */
const NOUNS = /[A-Za-z]{3}[-_][A-Za-z]{3}|[a-z]{2}[A-Z][a-z]|[a-z]{16}|[a-z]{3}(?: [a-z]{3,10}){3}[.!]?(?:\r?\n|$)/;
const ROW = /^["'`*]{0,2}([a-z]{3,10}(?: [a-z]{3,10}){3,7})["'`*]{0,2}[.!]?[ \t]*(?:\r?\n|$)/;

/** The row of words at `start` that ends its line; empty if there is none. */
export function rowAt(text: string, start: number): string {
  return ROW.exec(text.slice(start, start + 100))?.[1] ?? "";
}

/** The beginning of a line that is short, as a heading is, and no part of a blob. */
const HEADING = /(?:^|\n)[^\n+/=]{1,40}$/;

/** Whether the word behind a secret's name shows that the text speaks about the secret: `secret path`, `token type`. */
export function isAboutIt(behind: string): boolean {
  const word = /^[ \t]{0,2}([A-Za-z]{2,16})\b/.exec(behind)?.[1];
  return word !== undefined && !HAPPENED.test(word) && promiseOf(`token ${word}`) === undefined;
}

/**
 * The start of a value that stands alone on the line which begins at `start`; -1 if the value may be an ordinary word.
 */
function aloneAt(text: string, start: number): number {
  const word = BARE.exec(text.slice(start, start + 280))?.[1];
  return word !== undefined && isMadeUpWord(word) && !OTHER.test(word) ? start : -1;
}

/** The rest of a line behind a name: words like `for` or `generated`, and a colon at its end. */
const HEAD =
  /^[ \t]{0,2}(?:(?:for|of|was|has|is|generated|created|reset|successfully)\b)[\w@.'"`[\](), :/-]{0,110}:[ \t\r]*$/i;

/**
 * The start of a value that stands alone on the line below a line like `for the [elastic] user (…):`; -1 if there is
 * none.
 */
function announcedBelow(text: string, lineEnd: number, line: string): number {
  return HEAD.test(line) ? valueBelow(text, lineEnd) : -1;
}

/**
 * The text between an operator at the end of a line and the value below: perhaps a bracket or a `\`, an empty line, a
 * code fence, the sign of a list item.
 */
const WAY =
  /^[(\\]?\r?\n(?:[ \t]{0,40}\r?\n)?(?:[ \t]{0,8}`{3}\w{0,12}[ \t]*\r?\n)?[ \t]{0,40}(?:[-*][ \t]{1,3})?(?=\S)/;
const QUOTED = /^(\\{0,3}["'`])(?:(?!\1)[^\n\\]){4,256}\1[ \t]*[;,)\]}]{0,3}[ \t]*(?:\r?\n|$)/;
const BARE = /^([^\s"'`<>(){}[\],;]{8,256})[ \t]*(?:\r?\n|$)/;
/** Matches a word that is no value: a word that begins with a name and an operator of its own, or a URL. */
const OTHER = /^[\w.-]{1,80}[=:](?!=?$)|:\/\//;

/**
 * The start of a value that stands alone on the line below an operator; the operator ends its line at `at`. -1 if there
 * is no such value.
 */
export function valueBelow(text: string, at: number): number {
  const way = WAY.exec(text.slice(at, at + 140));
  if (way === null) return -1;
  const start = at + way[0].length;
  const rest = text.slice(start, start + 280);
  if (QUOTED.test(rest)) return start;
  return aloneAt(text, start);
}
