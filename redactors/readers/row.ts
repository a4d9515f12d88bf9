import type { KeyClass } from "../judge/judge-name.ts";
import { judgeKey } from "../judge/judge-key.ts";
import { inCell, notePair } from "../judge/judge-pair.ts";
import type { Scan } from "../scan.ts";

/** Characters of a line, lines above a row, and their characters that are looked at. */
const [MOST_LINE, MOST_LINES, MOST_ABOVE] = [512, 64, 8192] as const;
/** A line that is only drawn. */
const RULER = /^[\s|+:=┌┬┐├┼┤└┴┘─━╞╪╡│-]+$/;
const NAME_COLUMN =
  /^(?:.*\s)?(?:name|key|variable|parameter|setting|property|field|option|env(?:ironment)?|attribute|item)s?$/i;
const VALUE_COLUMN = /^(?:.*\s)?(?:value|secret|content|current|password|data|wert|valeur|valor)s?$/i;
/** What an item of a list, or code in a cell, has around it. */
const AROUND = /^[\s*_`"']+|[\s*_`"']+$/g;

/**
 * A row of a table of names and values, whose headings say which of its columns are what: the secret is in another cell of
 * the name's line. Bars, tabs, commas, and two blanks and more part the cells.
 */
export function readRow(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  const floor = Math.max(0, nameStart - MOST_LINE);
  const lineStart = floor + text.slice(floor, nameStart).lastIndexOf("\n") + 1;
  if (lineStart === 0) return false;
  const separator = separatorAt(text, nameStart, nameEnd);
  if (separator === undefined) return false;
  const key = judgeKey(text.slice(nameStart, nameEnd));
  if (key === undefined || key.strength === "hint") return false;
  const limit = text.slice(nameEnd, nameEnd + MOST_LINE).search(/\r?\n/);
  const line = text.slice(lineStart, limit === -1 ? nameEnd + MOST_LINE : nameEnd + limit);
  const cells = line.split(separator);
  const column = text.slice(lineStart, nameStart).split(separator).length - 1;
  const headings = headingsFor(scan, lineStart, cells.length, separator);
  scan.rows = { end: lineStart + line.length, sign: `${separator.source}${cells.length}`, headings };
  if (headings === undefined || !NAME_COLUMN.test(headings[column] ?? "")) return false;
  const at = headings.findIndex((heading, index) => index !== column && VALUE_COLUMN.test(heading));
  const cell = at === -1 ? undefined : cells[at];
  return (
    cell !== undefined &&
    noteValue(scan, text.slice(nameStart, nameEnd), key, cell, lineStart + startOf(line, separator, at))
  );
}

/** What stands on both sides of the name: it is a cell of its own. */
function separatorAt(text: string, nameStart: number, nameEnd: number): RegExp | undefined {
  const before = /(?:^|\n|([|│\t,])|\s{2})[ *_`"']*$/.exec(text.slice(Math.max(0, nameStart - 40), nameStart));
  const behind = /^[*_`"']*(?:[ ]*([|│\t,])|( {2,}))/.exec(text.slice(nameEnd, nameEnd + 80));
  if (!before || !behind) return undefined;
  const sign = behind[1] ?? before[1];
  if (sign === undefined) return / {2,}/;
  return sign === "│" ? /│/ : sign === "|" ? /\|/ : sign === "\t" ? /\t/ : /,/;
}

/** Rows of one table have the same headings, which are looked for once. */
function headingsFor(
  { text, rows }: Scan,
  lineStart: number,
  count: number,
  separator: RegExp,
): readonly string[] | undefined {
  const isNext =
    rows !== undefined &&
    rows.sign === `${separator.source}${count}` &&
    lineStart >= rows.end &&
    lineStart - rows.end < MOST_LINE &&
    !/\n[ \t\r]*\n/.test(text.slice(rows.end, lineStart));
  return isNext
    ? rows.headings
    : headingsOf(text.slice(Math.max(0, lineStart - MOST_ABOVE), lineStart), count, separator);
}

/** The cells of the first line of the table, of which all lines have as many. */
function headingsOf(above: string, count: number, separator: RegExp): string[] | undefined {
  let found: string[] | undefined;
  for (const line of above.split("\n").slice(0, -1).slice(-MOST_LINES).toReversed()) {
    if (line.trim() === "") break;
    if (RULER.test(line)) continue;
    const cells = line.replace(/\r$/, "").split(separator);
    if (cells.length !== count) break;
    found = cells;
  }
  return found?.map((cell) => cell.replace(AROUND, ""));
}

function startOf(line: string, separator: RegExp, column: number): number {
  let start = 0;
  for (const { index, 0: sign } of Array.from(line.matchAll(new RegExp(separator, "g"))).slice(0, column))
    start = index + sign.length;
  return start;
}

function noteValue(scan: Scan, name: string, key: KeyClass, cell: string, cellStart: number): boolean {
  const value = cell.replace(AROUND, "");
  if (value === "" || /\s/.test(value)) return false;
  const place = { ...inCell(false, () => true), setting: true };
  return notePair(scan, { name, value, key, place }, cellStart + cell.indexOf(value), `row-${key.kind}`);
}
