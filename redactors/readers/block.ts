import { NAME, PLUS_SLASH, EQUALS, runEnd } from "../charset.ts";

/** Characters of keys in several lines. */
const OF_KEY = NAME | PLUS_SLASH | EQUALS;
const MAX_LINES = 32;
const MAX_LINE = 512;

/**
 * The lines of a block of YAML whose first begins at `start`, each one word, as `[start, end)`; empty where a line is
 * more than a word, or there is but one.
 */
export function wordLines(text: string, start: number): (readonly [start: number, end: number])[] {
  const indent = start - text.lastIndexOf("\n", start) - 1;
  const lines: (readonly [number, number])[] = [];
  for (let at = start; lines.length < MAX_LINES; ) {
    const end = runEnd(text, at, OF_KEY, at + MAX_LINE);
    const close = text[end] === "\r" ? end + 1 : end;
    if (end === at || (close < text.length && text[close] !== "\n")) return [];
    lines.push([at, end]);
    const next = close + 1;
    at = next + indent;
    if (
      close >= text.length ||
      indent === 0 ||
      text.slice(next, at).trim() !== "" ||
      at >= text.length ||
      " \t\r\n".includes(text[at] as string)
    )
      break;
  }
  return lines.length > 1 ? lines : [];
}
