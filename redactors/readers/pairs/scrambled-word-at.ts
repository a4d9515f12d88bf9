import { isScrambledWord, MOST_SCRAMBLED } from "../../judge/scrambled-word.ts";
import { isLineStart } from "./place-of-name.ts";
import type { Operator } from "./operator.ts";
import type { ReadValue } from "./joined-name.ts";

/** A word up to a blank, NUL, or the start of an escape. */
const WORD = /^(?:[^\s\x85\0\x1b\\]|\\(?![nrtu\\"]))+/;
/** A word that also ends at a quote, for a name in quotes. */
const IN_QUOTES = /^(?:[^\s\x85\0\x1b\\"'`]|\\(?![nrtu\\"]))+/;
const IN_ELEMENT = /^[^\s\x85\0\x1b\\"<]+/;
/** The end of a value's line: a line end, a comment, or the next of several variables. */
const LINE_END = /^(?:[ \t\v\f]*(?:[\r\n\0\x85\u2028\u2029]|\\[nr]|#|$)| (?:-{1,2}[A-Za-z-]+ )?[A-Za-z_]\w*=)/;
const QUOTE_END = /^\\*["'`]/;
/** The number before a line, as editors and searches print it: `12→`, `.env:3:`. */
const NUMBERED = /(?:^|\n)(?:[^\s:]{1,32}:|[ \t]*)\d{1,6}(?:[:|\t→-]|[ \t]*[|│→])[ \t]*[+-]?[ \t]*(?:- |export )?$/;

/**
 * A password with signs that stands alone behind its name. It extends to the end of the line, of the element, or of the
 * quoted text that holds name and value, as in an environment, YAML, INI or XML. (In code these signs would end a
 * value.) `undefined` if there is none.
 */
export function scrambledWordAt(text: string, nameStart: number, operator: Operator): ReadValue | undefined {
  const { kind, valueStart: start } = operator;
  if ("\"'`".includes(text[start] ?? '"')) return undefined;
  const head = text.slice(Math.max(0, nameStart - 48), nameStart);
  const isElement = kind === "enclosed" && text[start - 1] === ">";
  const isInText = !operator.nameQuoted && /["'`]$/.test(head);
  if (!isElement && kind !== "words" && !isInText && !isAlone(text, head, nameStart, operator)) return undefined;
  const part = text.slice(start, start + MOST_SCRAMBLED + 1);
  const run = isElement ? IN_ELEMENT : /["'`][^\n]*$/.test(head) ? IN_QUOTES : WORD;
  const length = run.exec(part)?.[0].length ?? 0;
  const rest = text.slice(start + length, start + length + 80);
  const ends = isElement ? rest.startsWith("</") : LINE_END.test(rest) || (isInText && QUOTE_END.test(rest));
  const value = part.slice(0, length).replace(/[,;]+$/, "");
  return ends && isScrambledWord(value) ? { start, end: start + value.length, form: "scrambled" } : undefined;
}

/**
 * Whether a name stands first on its line, or the value stands on the line below the name, or a statement assigns the
 * value to a variable of an environment.
 */
function isAlone(text: string, head: string, nameStart: number, operator: Operator): boolean {
  const { kind, tight, isStatement, nameEnd, valueStart } = operator;
  if (text.slice(nameEnd, valueStart).includes("\n")) return true;
  if (kind !== "assign") return false;
  if (isLineStart(text, nameStart) || NUMBERED.test(head)) return true;
  return tight && isStatement && /^[A-Z][A-Z\d_]+$/.test(text.slice(nameStart, nameEnd)) && /[\s[:]$/.test(head);
}
