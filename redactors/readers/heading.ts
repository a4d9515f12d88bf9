import { ALNUM, BLANK, flagsAt, NAME } from "../charset.ts";

/** A heading is a line of at most so many characters on either side of a name in it. */
export const MAX_LINE = 512;
/** A column's blanks: as wide as its widest cell. */
const MAX_BLANKS = 256;

/** What parts cells: commas, tabs, the bars of Markdown and of databases' clients, also drawn ones. */
const SEPARATORS = [",", "\t", "|", ";", "│"];

/**
 * Whether the name `[nameStart, nameEnd)` can be a cell of a table's heading, told by what stands beside and behind it
 * on its line.
 */
export function mayBeHeading(text: string, nameStart: number, nameEnd: number): boolean {
  // Prose, as nearly always.
  if (text[nameEnd] === " " && (flagsAt(text, nameEnd + 1) & ALNUM) !== 0) return false;
  const separator = separatorOf(text, nameStart, nameEnd);
  if (
    separator === undefined
      ? !isAligned(text, nameStart, nameEnd)
      : separator === "," && /^"?, /.test(text.slice(nameEnd, nameEnd + 3))
  )
    return false;
  return hasCellsBehind(text, nameEnd, separator);
}

/** Nothing but names, blanks, quotes and what parts cells up to the line's end, and a line below. */
function hasCellsBehind(text: string, nameEnd: number, separator: string | undefined): boolean {
  for (let at = nameEnd; at < nameEnd + MAX_LINE && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return at + 1 < text.length;
    if (code > 31 && code < 128 && (flagsAt(text, at) & (NAME | BLANK)) === 0 && code !== 34 && text[at] !== separator)
      return false;
  }
  return false;
}

/** What parts the heading's cells: it stands before or behind the name, with a line's end on the other side at most. */
export function separatorOf(text: string, nameStart: number, nameEnd: number): string | undefined {
  let after = nameEnd;
  while (after < nameEnd + MAX_BLANKS && '" \r'.includes(text[after] ?? "x")) after += 1;
  let before = nameStart - 1;
  while (before > nameStart - MAX_BLANKS && '" '.includes(text[before] ?? "x")) before -= 1;
  const right = text[after] ?? "\n";
  const left = text[before] ?? "\n";
  return SEPARATORS.find(
    (separator) =>
      (left === separator && (right === separator || right === "\n")) || (left === "\n" && right === separator),
  );
}

/** Two blanks or the line's end on each side, and more than the name on the line. */
function isAligned(text: string, nameStart: number, nameEnd: number): boolean {
  if (!" \r\n".includes(text[nameEnd] ?? "x")) return false;
  const left = nameStart === 0 || text[nameStart - 1] === "\n" || text.startsWith("  ", nameStart - 2);
  if (!left || !/^(?: {2}| *\r?\n)/.test(text.slice(nameEnd, nameEnd + MAX_BLANKS))) return false;
  let before = nameStart;
  while (before > nameStart - MAX_LINE && " \t".includes(text[before - 1] ?? "x")) before -= 1;
  return before > 0 && text[before - 1] !== "\n" ? true : /^[ \t]*[^\s]/.test(text.slice(nameEnd, nameEnd + MAX_LINE));
}
