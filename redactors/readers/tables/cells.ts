import { promiseOf } from "../../judge/promise-of.ts";
import type { Promised } from "../../judge/promised.ts";

/**
 * Three limits: the characters that are read of a line on either side of a name, the rows of a table, and the
 * characters of a row.
 */
export const [MAX_LINE, MAX_ROWS, MAX_ROW] = [512, 64, 2048] as const;
/** A line that only draws the frame of a table. */
export const RULER = /^[\s|+:=.'┌┬┐├┼┤└┴┘─━╞╪╡│╔╦╗╠╬╣╚╩╝═║-]+$/;
/**
 * The text before a name that is a table's cell: quotes, signs of code and of emphasis, the separator. `BEHIND` matches
 * the text behind such a name.
 */
const BEFORE = /(?:^|([,;\t|│║\n]))[ "'*_`]{0,64}$/;
const BEHIND = /^["'*_`]{0,3} {0,64}"?\r?([,;\t|│║\n])/;
/** The separator of cells that are aligned by blanks. */
export const BLANKS = / {2,}/;
/** Blanks, quotes and signs of emphasis around the text of a cell. */
export const AROUND = /^[\s*_`"']+|[\s*_`"']+$/g;

export type Separator = string | RegExp;

/** The cells of a line. In Markdown a backslash stands before a bar that separates no cells. */
export function splitCells(line: string, separator: Separator): string[] {
  return line.split(separator === "|" ? /(?<!\\)\|/ : separator);
}

/** A name that is a cell of a table, with the cells of its line. */
export interface Cell {
  readonly name: string;
  readonly promised: Promised;
  readonly separator: Separator;
  readonly lineStart: number;
  readonly cells: readonly string[];
  readonly column: number;
}

/** The separator of the cells on a name's line; `undefined` if the name is no cell. */
export function separatorAround(text: string, nameStart: number, nameEnd: number): Separator | undefined {
  if (!" \t|│║,;\"'*_`\r\n".includes(text[nameEnd] ?? "\n")) return undefined;
  const before = text.slice(Math.max(0, nameStart - 65), nameStart);
  const behind = text.slice(nameEnd, nameEnd + 70);
  const left = BEFORE.exec(before);
  const right = BEHIND.exec(behind)?.[1];
  if (left !== null && right !== undefined) {
    const first = left[1] ?? "\n";
    if (first !== "\n" && (right === first || right === "\n")) return first;
    if (first === "\n" && right !== "\n") return right;
  }
  return /(?:^|\n| {2})$/.test(before) && /^(?: {2}| *\r?\n)/.test(behind) ? BLANKS : undefined;
}

/** The cell that a name fills, with the cells of its line; `undefined` if the name does not promise a secret. */
export function cellAt(text: string, nameStart: number, nameEnd: number, separator: Separator): Cell | undefined {
  const name = text.slice(nameStart, nameEnd);
  const promised = promiseOf(name);
  if (promised === undefined) return undefined;
  const floor = Math.max(0, nameStart - MAX_LINE);
  const lineStart = floor + text.slice(floor, nameStart).lastIndexOf("\n") + 1;
  const line = (/^[^\r\n]*/.exec(text.slice(lineStart, nameEnd + MAX_LINE)) as RegExpExecArray)[0];
  const column = splitCells(text.slice(lineStart, nameStart), separator).length - 1;
  return { name, promised, separator, lineStart, cells: splitCells(line, separator), column };
}

/**
 * Whether a line below the names of columns is the next entry of a list, as dictionaries have: it begins with the same
 * word, whose number may differ (`ALIAS  NT-Password  Password.NT`, `rfc2865  CHAP-Password`), or a cell is a name with the end of the heading above
 * (`SHA2-256-Password`).
 */
export function isMoreOfList(line: string, cells: readonly string[], separator: Separator): boolean {
  if (separator === "," || separator === "|") return false;
  const own = line.trimEnd().split(separator);
  const first = cells[0]!.trim();
  if (own.length > 1 && /[A-Za-z]/.test(first) && counted(own[0]!.trim()) === counted(first)) return true;
  return cells.some((cell, at) => {
    const tail = /[a-z\d](-[A-Z][a-z]+)$/.exec(cell.trim())?.[1];
    return tail !== undefined && (own[at]?.trim().endsWith(tail) ?? false);
  });
}

/** A word with one sign for each of its numbers. */
function counted(word: string): string {
  return word.replace(/\d+/g, "#");
}
