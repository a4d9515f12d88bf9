import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import { perScan, type Scan } from "../../scan.ts";
import type { NameInText } from "../pairs/name-in-text.ts";
import {
  AROUND,
  cellAt,
  MAX_LINE,
  MAX_ROW,
  MAX_ROWS,
  RULER,
  separatorAround,
  splitCells,
  type Cell,
  type Separator,
} from "./cells.ts";

/** The most characters above a row in which its headings are looked for. */
const MAX_ABOVE = 8192;

const NAME_COLUMN =
  /^(?:.*\s)?(?:name|key|variable|parameter|setting|property|field|option|env(?:ironment)?|attribute|item)s?$/i;
const VALUE_COLUMN = /^(?:.*\s)?(?:value|secret|content|current|password|data|wert|valeur|valor)s?$/i;

/**
 * The pair of two cells in a row of a table that has a column of names and a column of values; the table's headings
 * show which columns these are. Signs, tabs, or two or more blanks separate the cells.
 */
export function pairsInRow({ scan, text, start: nameStart, end: nameEnd }: NameInText): readonly Pair[] {
  const separator = separatorAround(text, nameStart, nameEnd);
  if (separator === undefined) return [];
  const cell = cellAt(text, nameStart, nameEnd, separator);
  if (cell === undefined || cell.lineStart === 0) return [];
  const headings = headingsOf(scan, cell);
  if (headings === undefined || !NAME_COLUMN.test(headings[cell.column] ?? "")) return [];
  const at = headings.findIndex((heading, index) => index !== cell.column && VALUE_COLUMN.test(heading));
  if (at === -1) return [];
  const whole = cell.cells[at] as string;
  const value = whole.replace(AROUND, "");
  if (value === "" || /\s/.test(value)) return [];
  const line = text.slice(cell.lineStart, cell.lineStart + MAX_ROW);
  const start = cell.lineStart + cellStart(line, separator, at) + whole.indexOf(value);
  const place = { ...inCell(false, () => true), setting: true };
  return [pairAt(start, { ...cell, value, place, syntax: "row" })];
}

/** The start of the last row that was read, its separator and number of cells, and its table's headings. */
const lastRow = perScan((): Headed => ({ end: 0, sign: "", headings: undefined }));

interface Headed {
  end: number;
  sign: string;
  headings: readonly string[] | undefined;
}

/**
 * The headings of the table to which a row belongs; `undefined` if there are none. The rows of a table follow each
 * other, so the headings are looked for once.
 */
function headingsOf(scan: Scan, { lineStart, cells, separator }: Cell): readonly string[] | undefined {
  const { text } = scan;
  const last = lastRow(scan);
  const sign = `${String(separator)}${cells.length}`;
  const isNext =
    last.sign === sign &&
    lineStart >= last.end &&
    lineStart - last.end < MAX_LINE &&
    !/\n[ \t\r]*\n/.test(text.slice(last.end, lineStart));
  const headings = isNext ? last.headings : firstLine(text, lineStart, cells.length, separator);
  // A line without headings above is the first line of its table, so its cells are the headings of the next rows.
  Object.assign(last, { end: lineStart, sign, headings: headings ?? cells.map((cell) => cell.replace(AROUND, "")) });
  return headings;
}

/**
 * The cells of a table's first line, above the line that begins at `lineStart`; `undefined` if there is no line above.
 * All lines of a table have `count` cells.
 */
function firstLine(text: string, lineStart: number, count: number, separator: Separator): string[] | undefined {
  let found: string[] | undefined;
  const above = text.slice(Math.max(0, lineStart - MAX_ABOVE), lineStart).split("\n");
  for (const line of above.slice(0, -1).slice(-MAX_ROWS).toReversed()) {
    if (line.trim() === "") break;
    if (RULER.test(line)) continue;
    const cells = splitCells(line.replace(/\r$/, ""), separator);
    if (cells.length !== count) break;
    found = cells;
  }
  return found?.map((cell) => cell.replace(AROUND, ""));
}

function cellStart(line: string, separator: Separator, column: number): number {
  const parts =
    separator === "|" ? /(?<!\\)\|/g : new RegExp(typeof separator === "string" ? `[${separator}]` : separator, "g");
  const before = column === 0 ? undefined : [...line.matchAll(parts)][column - 1];
  return before === undefined ? 0 : before.index + before[0].length;
}
