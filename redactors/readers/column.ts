import { judgeKey } from "../judge/judge-key.ts";
import type { KeyClass } from "../judge/judge-name.ts";
import { judgeValue } from "../judge/judge-value.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";
import { MAX_LINE, mayBeHeading, separatorOf } from "./heading.ts";

const MAX_ROWS = 64;
const MAX_ROW = 2048;
/** A line between heading and rows that is only drawn. */
const RULER = /^[\s|+:=┌┬┐├┼┤└┴┘─━╞╪╡│-]+$/;

/** A heading, and where its rows begin. */
interface Heading {
  readonly key: KeyClass;
  readonly cells: readonly string[];
  readonly lineStart: number;
  readonly rows: number;
  readonly bundled: () => boolean;
}

/** A telling word in the heading of a table: the cells below it. */
export function readColumn(scan: Scan, nameStart: number, nameEnd: number): void {
  const { text } = scan;
  if (nameStart < scan.tableEnd || !mayBeHeading(text, nameStart, nameEnd)) return;
  const separator = separatorOf(text, nameStart, nameEnd);
  const heading = readHeading(text, nameStart, nameEnd, separator ?? /\s{2,}/);
  if (heading === undefined) return;
  if (separator === undefined) return readAligned(scan, heading, nameStart - heading.lineStart);
  const column = text.slice(heading.lineStart, nameStart).split(separator).length - 1;
  forRows(scan, heading, (line, row) => {
    const length = lengthOf(line, heading.cells.length, separator);
    const cells = line.slice(0, length).replace(/\r$/, "").split(separator);
    if (cells.length !== heading.cells.length) return false;
    const cell = cells[column] as string;
    const value = cell.replace(/^[ "]*/, "").replace(/[ "]*$/, "");
    judge(
      scan,
      heading,
      value,
      row + cells.slice(0, column).reduce((sum, one) => sum + one.length + 1, 0) + cell.indexOf(value),
      cell.includes('"'),
    );
    return length === line.length;
  });
}

/** Columns that blanks align, as `kubectl get` prints them: the word that begins where the heading does. */
function readAligned(scan: Scan, heading: Heading, offset: number): void {
  forRows(scan, heading, (line, row) => {
    if (line.length <= offset || (offset > 0 && line[offset - 1] !== " ")) return false;
    const value = /^\S*/.exec(line.slice(offset))?.[0] ?? "";
    judge(scan, heading, value, row + offset, false);
    return true;
  });
}

function judge(scan: Scan, { key, bundled }: Heading, value: string, start: number, quoted: boolean): void {
  const confidence = judgeValue(key, value, { quoted, data: true, constant: false, bundled });
  if (confidence !== undefined) note(scan, key.kind, start, start + value.length, confidence, `column-${key.kind}`);
}

/** Each line below the heading, until `read` says that it was the last. */
function forRows(scan: Scan, heading: Heading, read: (line: string, row: number) => boolean): void {
  const { text } = scan;
  let row = heading.rows;
  for (let i = 0; i < MAX_ROWS && row < text.length; i++) {
    const line = text.slice(row, row + MAX_ROW);
    const newline = line.indexOf("\n");
    if (newline === -1 && line.length === MAX_ROW) return;
    const whole = newline === -1 ? line : line.slice(0, newline);
    const next = row + whole.length + 1;
    if (!RULER.test(whole) && !read(whole, row)) {
      scan.tableEnd = Math.max(scan.tableEnd, row);
      return;
    }
    row = next;
    scan.tableEnd = row;
  }
}

function readHeading(
  text: string,
  nameStart: number,
  nameEnd: number,
  separator: string | RegExp,
): Heading | undefined {
  const rest = text.slice(nameEnd, nameEnd + MAX_LINE).indexOf("\n");
  if (rest === -1) return undefined;
  const lineEnd = nameEnd + rest;
  const floor = Math.max(0, nameStart - MAX_LINE);
  const lineStart = inString(text, floor + text.slice(floor, nameStart).lastIndexOf("\n") + 1, nameStart);
  const cells = text.slice(lineStart, lineEnd).trimEnd().split(separator);
  // A list in code has a blank behind its commas.
  if (separator === "," && cells.some((cell) => cell === "" || cell.startsWith(" "))) return undefined;
  if (
    cells.filter((cell) => cell.trim() !== "").length < (separator instanceof RegExp ? 2 : 1) ||
    cells.length < 2 ||
    !cells.every((cell) => /^[\w .-]*$|^ ?"[\w .-]*"$/.test(cell))
  )
    return undefined;
  // Rows have numbers and versions, headings have none.
  if (cells.some((cell) => /^\s*\d[\d.]*\s*$/.test(cell))) return undefined;
  // A list of explanations, or a row in the middle of a table.
  if (separator instanceof RegExp && cells.some((cell) => cell.trim().split(" ").length > 3)) return undefined;
  const above = text
    .slice(floor, Math.max(floor, lineStart - 1))
    .split("\n")
    .at(-1) as string;
  if (above.trim() !== "" && !RULER.test(above) && above.trimEnd().split(separator).length === cells.length)
    return undefined;
  // A type of several in TypeScript has its bars before its names.
  if (separator === "|" && cells.length === 2 && (cells[0] as string).trim() === "") return undefined;
  const key = judgeKey(text.slice(nameStart, nameEnd));
  if (key === undefined || key.strength === "hint") return undefined;
  return {
    key,
    cells,
    lineStart,
    rows: lineEnd + 1,
    bundled: () => cells.some((one) => /user|login|name|mail|host/i.test(one)),
  };
}

/** A table can begin in the middle of a line, where a string of JSON does: `{"output":"user,password⏎…`. */
function inString(text: string, lineStart: number, nameStart: number): number {
  const lead = /^.*[{,[:] ?\\*"(?=[\w .-]+[,;|\t])/.exec(text.slice(lineStart, nameStart));
  return lead === null ? lineStart : lineStart + lead[0].length;
}

/** Of a row, which ends where that string does. */
function lengthOf(line: string, cells: number, separator: string): number {
  const close = /\\*"[\]},]*$/.exec(line);
  return close !== null &&
    (line.slice(0, close.index).match(/"/g)?.length ?? 0) % 2 === 0 &&
    line.split(separator).length >= cells
    ? close.index
    : line.length;
}
