import { NAME, runStart } from "../charset.ts";
import { MAX_NAME } from "./named.ts";

/**
 * What a name is compared with, where that stands before it: the name, and the text in quotes, which begins at `start`.
 */
export interface Compared {
  readonly name: string;
  readonly value: string;
  readonly start: number;
}

/** `"…" == password`, `"…".equals(password)`, `"…" eq $password`. */
export function comparedWith(text: string, nameEnd: number): Compared | undefined {
  const nameStart = runStart(
    text,
    /[ñÑ]a$/i.test(text.slice(nameEnd - 2, nameEnd)) ? nameEnd - 2 : nameEnd,
    NAME,
    Math.max(0, nameEnd - MAX_NAME),
  );
  const sigil = text[nameStart - 1] === "$" ? nameStart - 1 : nameStart;
  const last = text[sigil - 1] === " " ? (text[sigil - 2] ?? "") : (text[sigil - 1] ?? "");
  if (!"=(qe".includes(last)) return undefined;
  const before = text.slice(Math.max(0, sigil - 140), sigil);
  const match = BEFORE_NAME.exec(before);
  const value = match?.[2];
  return match === null || value === undefined
    ? undefined
    : { name: text.slice(nameStart, nameEnd), value, start: sigil - match[0].length + 1 };
}

/** A text in quotes and what compares it with the name behind. */
const BEFORE_NAME =
  /(["'])((?:(?!\1)[^\\\n]){4,128})\1(?:\s{0,2}[!=]={1,2}\s{0,2}|\.equals(?:IgnoreCase)?\(| (?:eq|ne) )$/;
