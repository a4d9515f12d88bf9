import { ALNUM, EQUALS, PLUS_SLASH, runEnd, runStart } from "../charset.ts";

const BASE64 = ALNUM | PLUS_SLASH | EQUALS;
/** So many characters of base64 beside a token are no accident. */
const BESIDE = 24;
const LINE = 40;
/** In XML such lines are indented. */
const INDENT = 24;

/**
 * Whether `[start, end)` is a piece of encoded data: more of it stands beside it, on its line or on the lines around.
 * In megabytes of base64 every short prefix of letters and digits comes about by chance.
 */
export function isInBlob(text: string, start: number, end: number): boolean {
  const left = runStart(text, start, BASE64, Math.max(0, start - 100));
  const right = runEnd(text, end, BASE64, end + 100);
  if (start - left + right - end >= BESIDE) return true;
  return hasLineAfter(text, right) || hasLineBefore(text, left);
}

function hasLineAfter(text: string, at: number): boolean {
  let from = text.startsWith("\r\n", at) ? at + 2 : text[at] === "\n" ? at + 1 : -1;
  while (from !== -1 && from < at + INDENT && " \t".includes(text[from] ?? "x")) from += 1;
  return from !== -1 && runEnd(text, from, BASE64, from + LINE) === from + LINE;
}

function hasLineBefore(text: string, start: number): boolean {
  let at = start;
  while (at > start - INDENT && " \t".includes(text[at - 1] ?? "x")) at -= 1;
  const to = text[at - 1] !== "\n" ? -1 : text[at - 2] === "\r" ? at - 2 : at - 1;
  return to >= LINE && runStart(text, to, BASE64, to - LINE) === to - LINE;
}
