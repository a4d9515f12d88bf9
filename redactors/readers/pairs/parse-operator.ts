import { isWideBlank } from "../../charset.ts";
import { isMadeUpWord } from "../../judge/made-up-word.ts";
import { valueBelow } from "../announced.ts";
import type { Operator } from "./operator.ts";
import { BEHIND_BLANK, BY_SIGN } from "./syntax/by-sign.ts";

/** The operator between a name that ends at `nameEnd` and its value; `undefined` if there is none. */
export function parseOperator(text: string, nameEnd: number): Operator | undefined {
  const { end, nameQuoted } = closeName(text, nameEnd);
  const at = skipBlanks(text, end);
  const tight = at === end;
  const signs = BY_SIGN[text[at] ?? ""];
  // If neither a sign nor a blank follows the name, only a line's end can be the operator: `- name: X⏎  value: …`.
  if (signs === undefined && tight && text[at] !== "\n" && text[at] !== "\r") return undefined;
  let before: string | undefined;
  for (const { name: row, is, kind, value, means, ...asked } of signs ?? BEHIND_BLANK) {
    if ((asked.tight ?? tight) !== tight || (asked.nameQuoted ?? nameQuoted) !== nameQuoted) continue;
    is.lastIndex = at;
    if (!is.test(text)) continue;
    const start = value === undefined ? is.lastIndex : value(text, is.lastIndex);
    if (start === -1) continue;
    before ??= text.slice(Math.max(0, nameEnd - MOST_BEFORE), nameEnd);
    if (asked.before?.test(before) === false || asked.notBefore?.test(before) === true) continue;
    return operatorAt(text, kind, start, { row, nameEnd, nameQuoted, tight, ...means });
  }
  return undefined;
}

/** How many characters before the end of a name the patterns of a syntax can match. */
const MOST_BEFORE = 160;
const MAX_BLANKS = 64;

/** The operator that ends at `start`. Its value begins behind blanks, or on the line below. */
function operatorAt(
  text: string,
  kind: Operator["kind"],
  start: number,
  known: Pick<Operator, "row" | "nameEnd" | "nameQuoted" | "tight"> & Partial<Operator>,
): Operator {
  const blank = skipBlanks(text, start);
  const below = kind === "assign" && "\r\n\\(".includes(text[blank] ?? " ") ? valueBelow(text, blank) : -1;
  const next = below === -1 ? blank : below;
  return {
    kind,
    needsQuote: false,
    announces: false,
    block: false,
    isStatement: false,
    ...known,
    valueStart: next,
    tight: known.tight && next === start,
    quoteFollows:
      "\"'\\".includes(text[next] ?? " ") ||
      (text[next] === "`" && isMadeUpWord(/^`([^`\n]{8,80})`/.exec(text.slice(next, next + 84))?.[1] ?? "")),
  };
}

/** The end of the signs that close a name, and whether there are any: `password']`, `\\"password\\"`. */
function closeName(text: string, nameEnd: number): { readonly end: number; readonly nameQuoted: boolean } {
  let at =
    text[nameEnd] === "["
      ? nameEnd + (/^\[\d{0,4}\](?=\s*=)/.exec(text.slice(nameEnd, nameEnd + 16))?.[0].length ?? 0)
      : nameEnd;
  if (text[at] === "%" && /^%5D(?==)/i.test(text.slice(at, at + 4))) at += 3;
  while (at < nameEnd + 6 && "\"'`\\]*".includes(text[at] ?? " ")) at += 1;
  const nameQuoted = at > nameEnd;
  // A brace closes the name in Perl's `$opt{password} = …`.
  if (text[at] === "}" && /^\} {0,3}=\s{0,3}["']/.test(text.slice(at, at + 10))) at += 1;
  return { end: at, nameQuoted };
}

function skipBlanks(text: string, at: number): number {
  let end = at;
  const limit = at + MAX_BLANKS;
  for (;;) {
    while (end < limit && (" \t\v\f".includes(text[end] ?? "x") || isWideBlank(text.charCodeAt(end)))) end += 1;
    if (end >= limit || (text[end] !== "<" && text[end] !== "&")) return end;
    MARKUP.lastIndex = end;
    if (!MARKUP.test(text)) return end;
    end = MARKUP.lastIndex;
  }
}

/** Markup that a browser shows as nothing or as a blank: tags within a line, a non-breaking blank. */
const MARKUP =
  /<\/?(?:b|strong|em|i|u|code|pre|kbd|samp|tt|var|span|font|mark)(?: [^<>\n]{0,80})?>|&(?:nbsp|#160|#xa0);/iy;
