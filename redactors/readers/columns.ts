import { isScrambledWord } from "../judge/scrambled-word.ts";
import { inCell, findInPair } from "../judge/judge-pair.ts";
import { perScan, type Scan } from "../scan.ts";
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

/** Finds secrets in the cells of a table, below a heading that means a secret. */
export function findInColumn(scan: Scan, nameStart: number, nameEnd: number): void {
  const { text } = scan;
  REST.lastIndex = nameEnd;
  if (nameStart < lastTable(scan).end || !REST.test(text)) return;
  const rows = REST.lastIndex;
  const separator = separatorAround(text, nameStart, nameEnd);
  const heading = separator === undefined ? undefined : headingAt(text, nameStart, nameEnd, separator);
  if (heading === undefined) return;
  const { cells, column, key } = heading;
  const bundled = (): boolean => cells.some((one) => /user|login|name|mail|host/i.test(one));
  const findIn = (value: string, start: number, quoted: boolean): boolean =>
    findInPair(
      scan,
      { ...heading, value, place: { ...inCell(quoted, bundled), scrambled: isScrambledWord(value) } },
      start,
      `column-${key.kind}`,
    );
  forRows(scan, rows, (line, row) => {
    if (typeof heading.separator !== "string") {
      const offset = nameStart - heading.lineStart;
      const cell = alignedCell(line, offset, offset + heading.name.length);
      if (cell !== undefined) findIn(cell.value, row + cell.start, false);
      return cell !== undefined;
    }
    const length = rowLength(line, cells.length, heading.separator);
    const own = splitCells(line.slice(0, length).replace(/\r$/, ""), heading.separator);
    if (own.length !== cells.length) return false;
    const cell = own[column] as string;
    const value = cell.replace(/^[ "]*/, "").replace(/[ "]*$/, "");
    const start = own.slice(0, column).join("|").length + (column > 0 ? 1 : 0) + cell.indexOf(value);
    findIn(value, row + start, cell.includes('"'));
    return length === line.length;
  });
}

/**
 * The word below a heading that stands at `[from, to)` of its line; an empty one if the cell is empty, `undefined` if
 * the line is no row. The word begins where the heading begins, as `kubectl get` aligns columns, or ends where the
 * heading ends, as pandas does.
 */
function alignedCell(
  line: string,
  from: number,
  to: number,
): { readonly start: number; readonly value: string } | undefined {
  const isBlank = (at: number): boolean => at < 0 || at >= line.length || line[at] === " " || line[at] === "\r";
  if (line.length <= from) return undefined;
  if (isBlank(from - 1) && !isBlank(from)) return { start: from, value: /^\S*/.exec(line.slice(from))![0] };
  if (!isBlank(to - 1) && isBlank(to)) {
    const value = /\S*$/.exec(line.slice(0, to))![0];
    return { start: to - value.length, value };
  }
  return isBlank(from - 1) ? { start: from, value: "" } : undefined;
}

/** Calls `find` with each line of a table and the line's start, until `find` returns false. */
function forRows(scan: Scan, rows: number, find: (line: string, row: number) => boolean): void {
  const { text } = scan;
  const last = lastTable(scan);
  let row = rows;
  for (let i = 0; i < MAX_ROWS && row < text.length; i++) {
    const line = text.slice(row, row + MAX_ROW);
    const newline = line.indexOf("\n");
    if (newline === -1 && line.length === MAX_ROW) return;
    const whole = newline === -1 ? line : line.slice(0, newline);
    const isLast = !RULER.test(whole) && !find(whole, row);
    if (!isLast) row += whole.length + 1;
    last.end = Math.max(last.end, row);
    if (isLast) return;
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
