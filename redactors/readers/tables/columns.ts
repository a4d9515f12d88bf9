import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import { isScrambledWord } from "../../judge/scrambled-word.ts";
import { perScan, type Scan } from "../../scan.ts";
import type { NameInText } from "../pairs/name-in-text.ts";
import {
  BLANKS,
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

/** The end of the table that was searched last. Names before this index are skipped. */
export const lastTable = perScan(() => ({ end: 0 }));

/**
 * The rest of a heading's line behind a name, which holds names and separators but no prose, and the line end, behind
 * which another line must follow.
 */
const REST = /(?! [A-Za-z0-9])[\w.,;|│║"\t\r -]{0,511}\n(?=[^])/y;

/** The pairs of a heading that means a secret, and the cells below. */
export function pairsInColumn(name: NameInText): Iterable<Pair> {
  REST.lastIndex = name.end;
  return REST.test(name.text) ? pairsBelow(name, REST.lastIndex) : [];
}

/** The pairs of a heading and the cells in the rows that begin at `rows`. */
function* pairsBelow({ scan, text, start: nameStart, end: nameEnd }: NameInText, rows: number): Iterable<Pair> {
  if (nameStart < lastTable(scan).end) return;
  const separator = separatorAround(text, nameStart, nameEnd);
  const heading = separator === undefined ? undefined : headingAt(text, nameStart, nameEnd, separator);
  if (heading === undefined) return;
  const bundled = (): boolean => heading.cells.some((one) => /user|login|name|mail|host/i.test(one));
  const offset = nameStart - heading.lineStart;
  for (const { line, start: row } of rowsOf(scan, rows)) {
    const cell =
      typeof heading.separator === "string"
        ? cellInRow(line, heading, heading.separator)
        : alignedCell(line, offset, offset + heading.name.length);
    if (cell === undefined) return;
    const { value, isQuoted = false, isLast = false } = cell;
    const place = { ...inCell(isQuoted, bundled), scrambled: isScrambledWord(value) };
    yield pairAt(row + cell.start, { ...heading, value, place, syntax: "column" });
    lastTable(scan).end = Math.max(lastTable(scan).end, row + line.length + 1);
    if (isLast) return;
  }
}

/** A cell of a row below a heading. */
interface CellBelow {
  /** The offset of the value in its row. */
  readonly start: number;
  readonly value: string;
  readonly isQuoted?: boolean;
  /** Whether no further row can follow, since the row ends the string that holds the table. */
  readonly isLast?: boolean;
}

/** The cell in a row whose cells have a sign between; `undefined` if the line has more or fewer cells. */
function cellInRow(line: string, { cells, column }: Cell, separator: string): CellBelow | undefined {
  const length = rowLength(line, cells.length, separator);
  const own = splitCells(line.slice(0, length).replace(/\r$/, ""), separator);
  if (own.length !== cells.length) return undefined;
  const cell = own[column] as string;
  const value = cell.replace(/^[ "]*/, "").replace(/[ "]*$/, "");
  const start = own.slice(0, column).join("|").length + (column > 0 ? 1 : 0) + cell.indexOf(value);
  return { start, value, isQuoted: cell.includes('"'), isLast: length !== line.length };
}

/**
 * The word below a heading that stands at `[from, to)` of its line; an empty one if the cell is empty, `undefined` if
 * the line is no row. The word begins where the heading begins, as `kubectl get` aligns columns, or ends where the
 * heading ends, as pandas does.
 */
function alignedCell(line: string, from: number, to: number): CellBelow | undefined {
  const isBlank = (at: number): boolean => at < 0 || at >= line.length || line[at] === " " || line[at] === "\r";
  if (line.length <= from) return undefined;
  if (isBlank(from - 1) && !isBlank(from)) return { start: from, value: /^\S*/.exec(line.slice(from))![0] };
  if (!isBlank(to - 1) && isBlank(to)) {
    const value = /\S*$/.exec(line.slice(0, to))![0];
    return { start: to - value.length, value };
  }
  return isBlank(from - 1) ? { start: from, value: "" } : undefined;
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

/** The heading to which a name belongs; `undefined` if its line is no heading. */
function headingAt(text: string, nameStart: number, nameEnd: number, separator: Separator): Cell | undefined {
  const cell = cellAt(text, nameStart, nameEnd, separator);
  if (cell === undefined || cell.key.strength === "hint") return undefined;
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
  return { ...cell, lineStart, cells, column: text.slice(lineStart, nameStart).split(separator).length - 1 };
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
function rowLength(line: string, cells: number, separator: string): number {
  const close = /\\*"[\]},]*$/.exec(line);
  return close !== null &&
    (line.slice(0, close.index).match(/"/g)?.length ?? 0) % 2 === 0 &&
    splitCells(line, separator).length >= cells
    ? close.index
    : line.length;
}
