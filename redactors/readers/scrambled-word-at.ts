import { isScrambledWord, MOST_SCRAMBLED } from "../judge/scrambled-word.ts";
import { isLineStart } from "./named.ts";
import type { Operator } from "./operator.ts";
import type { Value } from "./value.ts";

/** To a blank, NUL, the start of an escape, a line end that the text around spells. */
const WORD = /^(?:[^\s\x85\0\x1b\\]|\\(?![nrtu\\"]))+/;
/** Also to a quote, since one is open. */
const IN_QUOTES = /^(?:[^\s\x85\0\x1b\\"'`]|\\(?![nrtu\\"]))+/;
const LINE_END = /^[ \t\v\f]*(?:[\r\n\0\x85\u2028\u2029]|\\[nr]|#|$)/;
const QUOTE_END = /^\\*["'`]/;

/**
 * A password with signs that stands alone behind its name, from there to the end of its line or of the text in quotes
 * that both stand in, as in an environment, YAML and INI: in code the same signs would end it.
 */
export function scrambledWordAt(text: string, nameStart: number, operator: Operator): Value | undefined {
  const { kind, nameQuoted, valueStart: start } = operator;
  if (kind !== "assign" || "\"'`".includes(text[start] ?? '"')) return undefined;
  const head = text.slice(Math.max(0, nameStart - 40), nameStart);
  const isInText = !nameQuoted && /["'`]$/.test(head);
  if (!isInText && !isLineStart(text, nameStart)) return undefined;
  const part = text.slice(start, start + MOST_SCRAMBLED + 1);
  const length = (/["'`][^\n]*$/.test(head) ? IN_QUOTES : WORD).exec(part)?.[0].length ?? 0;
  const rest = text.slice(start + length, start + length + 80);
  if (!LINE_END.test(rest) && !(isInText && QUOTE_END.test(rest))) return undefined;
  const value = part.slice(0, length).replace(/[,;]+$/, "");
  return isScrambledWord(value) ? { start, end: start + value.length, scrambled: true } : undefined;
}
