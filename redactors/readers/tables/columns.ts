import { promiseOf } from "../../judge/promise-of.ts";
import type { Promised } from "../../judge/promised.ts";
import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import { isScrambledWord } from "../../judge/scrambled-word.ts";
import { perScan, type Scan } from "../../scan.ts";
import { isJoined } from "../pairs/behind-operator.ts";
import type { NameInText } from "../pairs/name-in-text.ts";
import { isListItem } from "../pairs/no-pairs.ts";
import {
  BLANKS,
  cellAt,
  isMoreOfList,
  MAX_LINE,
  MAX_ROW,
  MAX_ROWS,
  RULER,
  separatorAround,
  splitCells,
  type Separator,
} from "./cells.ts";

/** The end of the table that was searched last. Names before this index are skipped. */
export const lastTable = perScan(() => ({ end: 0 }));

/**
 * The rest of a heading's line behind a name, which holds names and separators but no prose, and the line end, behind
 * which another line must follow.
 */
const REST = /(?! [A-Za-z0-9])[\w.,;|│║"\t\r -]{0,511}\n(?=[^])/y;

/**
 * The pairs of all headings of a line that mean secrets, and the cells below. The first such heading reads the table for
 * the others, so that each row is read once. A heading has no value of its own on the line.
 */
export function pairsInColumn(name: NameInText): Iterable<Pair> {
  REST.lastIndex = name.end;
  const isHeading = REST.test(name.text) && (!isJoined(name) || isListItem(name));
  return isHeading ? pairsBelow(name, REST.lastIndex) : [];
}

/** The pairs of the headings on a name's line and the cells in the rows that begin at `rows`. */
function* pairsBelow({ scan, text, start: nameStart, end: nameEnd }: NameInText, rows: number): Iterable<Pair> {
  const last = lastTable(scan);
  if (nameStart < last.end) return;
  const separator = separatorAround(text, nameStart, nameEnd);
  const heading = separator === undefined ? undefined : headingAt(text, nameStart, nameEnd, separator);
  if (heading === undefined) return;
  last.end = rows;
  const bundled = (): boolean => heading.cells.some((one) => /user|login|name|mail|host/i.test(one));
  let columns = columnsOf(heading);
  for (const { line, start: row } of rowsOf(scan, rows)) {
    if (isMoreOfList(line, heading.cells, heading.separator)) return;
    const cells = cellsBelow(line, heading, columns);
    columns = columns.filter((_, at) => cells[at] !== undefined);
    if (columns.length === 0) return;
    last.end = row + line.length + 1;
    for (const [at, { start, value, isQuoted }] of cells.filter((cell) => cell !== undefined).entries()) {
      const place = { ...inCell(isQuoted, bundled), scrambled: isScrambledWord(value) };
      yield pairAt(row + start, { ...columns[at]!, value, place, syntax: "column" });
    }
    if (rowLength(line, heading) !== line.length) return;
  }
}

/** A heading that means a secret, with its place among the cells and the characters of its line. */
interface Column {
  readonly name: string;
  readonly promised: Promised;
  readonly at: number;
  readonly start: number;
}

/** The columns of a table whose headings mean secrets. */
function columnsOf({ cells, row }: Heading): Column[] {
  let from = 0;
  return cells.flatMap((cell, at) => {
    const name = cell.replace(/^[ "]+|[ "]+$/g, "");
    const start = row.indexOf(name, from);
    from = start + name.length;
    const promised = promiseOf(name);
    return promised === undefined || promised.strength === "hint" ? [] : [{ name, promised, at, start }];
  });
}

/** A cell of a row below a heading; its start is an offset in the row. */
interface CellBelow {
  readonly start: number;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** The cells of a row in the given columns; `undefined` for a column, or for each, if the line is no row of it. */
function cellsBelow(line: string, heading: Heading, columns: readonly Column[]): (CellBelow | undefined)[] {
  const { cells, separator } = heading;
  if (typeof separator !== "string")
    return columns.map(({ start, name }) => alignedCell(line, start, start + name.length));
  const own = splitCells(line.slice(0, rowLength(line, heading)).replace(/\r$/, ""), separator);
  if (own.length !== cells.length) return [];
  const starts = [0];
  for (const cell of own) starts.push(starts.at(-1)! + cell.length + 1);
  return columns.map(({ at }) => {
    const cell = own[at] as string;
    const value = cell.replace(/^[ "]*/, "").replace(/[ "]*$/, "");
    return { start: starts[at]! + cell.indexOf(value), value, isQuoted: cell.includes('"') };
  });
}

/**
 * The word below a heading that stands at `[from, to)` of its line; an empty one if the cell is empty, `undefined` if
 * the line is no row. The word begins where the heading begins, as `kubectl get` aligns columns, or ends where the
 * heading ends, as pandas does.
 */
function alignedCell(line: string, from: number, to: number): CellBelow | undefined {
  const isBlank = (at: number): boolean => at < 0 || at >= line.length || line[at] === " " || line[at] === "\r";
  if (line.length <= from) return undefined;
  const cell = (start: number, value: string): CellBelow => ({ start, value, isQuoted: false });
  if (isBlank(from - 1) && !isBlank(from)) return cell(from, /^\S*/.exec(line.slice(from))![0]);
  if (!isBlank(to - 1) && isBlank(to)) {
    const value = /\S*$/.exec(line.slice(0, to))![0];
    return cell(to - value.length, value);
  }
  return isBlank(from - 1) ? cell(from, "") : undefined;
}

/** The lines of a table from the offset `rows` on, without the lines that only draw its frame. */
function* rowsOf({ text }: Scan, rows: number): Iterable<{ readonly line: string; readonly start: number }> {
  for (let row = rows, count = 0; count < MAX_ROWS && row < text.length; count++) {
    const part = text.slice(row, row + MAX_ROW);
    const newline = part.indexOf("\n");
    if (newline === -1 && part.length === MAX_ROW) return;
    const line = newline === -1 ? part : part.slice(0, newline);
    if (!RULER.test(line)) yield { line, start: row };
    row += line.length + 1;
  }
}

/** The line of a table that has the names of its columns. */
interface Heading {
  readonly separator: Separator;
  readonly cells: readonly string[];
  /** The text of all cells, from the start of the table. */
  readonly row: string;
}

/** The headings among which a name stands; `undefined` if its line has none. */
function headingAt(text: string, nameStart: number, nameEnd: number, separator: Separator): Heading | undefined {
  const cell = cellAt(text, nameStart, nameEnd, separator);
  if (cell === undefined || cell.promised.strength === "hint") return undefined;
  const lineStart = inString(text, cell.lineStart, nameStart);
  const line = text.slice(cell.lineStart, cell.lineStart + MAX_ROW).split("\n", 1)[0] as string;
  const row = line.slice(lineStart - cell.lineStart).trimEnd();
  const cells = (separator === "," ? row.trimStart() : row).split(separator);
  // Rows have numbers and versions, headings have none.
  if (cells.length < 2 || !cells.every((one) => /^(?!\s*\d[\d.]*\s*$)(?:[\w .-]*| ?"[\w .-]*")$/.test(one)))
    return undefined;
  // A list in code has a blank behind its commas; a union type in TypeScript has its bars before the names.
  if (separator === "," && cells.some((one) => one.startsWith(" "))) return undefined;
  if (separator === "|" && cells.length === 2 && cells[0]!.trim() === "") return undefined;
  // A name alone before a comma is an argument of a call that has a line for each.
  if (separator === "," && cells.length === 2 && cells[1] === "") return undefined;
  // Names with explanations are no table.
  if (
    separator === BLANKS &&
    (cells.filter((one) => one !== "").length < 2 || cells.some((one) => one.split(" ").length > 3))
  )
    return undefined;
  // A line is a row and no heading if the line above it has as many cells.
  const above = text
    .slice(Math.max(0, lineStart - MAX_LINE), Math.max(0, lineStart - 1))
    .split("\n")
    .at(-1)!
    .trimEnd();
  if (above !== "" && !RULER.test(above) && above.split(separator).length === cells.length) return undefined;
  return { separator, cells, row };
}

/**
 * The start of a table. In a string of JSON that is in the middle of a line (`{"output":"user,password⏎…`), otherwise
 * at the line's start.
 */
function inString(text: string, lineStart: number, nameStart: number): number {
  const lead = /^.*[{,[:] ?\\*"(?=[\w .-]+[,;|\t])/.exec(text.slice(lineStart, nameStart));
  return lead === null ? lineStart : lineStart + lead[0].length;
}

/** The length of a row. A row at the end of a string of JSON ends before the quote. */
function rowLength(line: string, { cells, separator }: Heading): number {
  if (typeof separator !== "string") return line.length;
  const close = /\\*"[\]},]*$/.exec(line);
  return close !== null &&
    (line.slice(0, close.index).match(/"/g)?.length ?? 0) % 2 === 0 &&
    splitCells(line, separator).length >= cells.length
    ? close.index
    : line.length;
}
