import { judgeKey } from "../judge/judge-key.ts";
import type { KeyClass } from "../judge/judge-name.ts";
import { inCell, notePair } from "../judge/judge-pair.ts";
import type { Scan } from "../scan.ts";

/** A heading is a line of at most so many characters on either side of a name in it. */
const MAX_LINE = 512;
const MAX_ROWS = 64;
const MAX_ROW = 2048;
/** A line between heading and rows that is only drawn. */
const RULER = /^[\s|+:=┌┬┐├┼┤└┴┘─━╞╪╡│-]+$/;
/** Behind a name in a heading: no prose, nothing but names and what parts cells up to the line's end, a line below. */
const REST = /(?! [A-Za-z0-9])[\w.,;|│"\t\r -]{0,511}\n(?=[^])/y;
/** What parts cells: commas, tabs, the bars of Markdown and of databases' clients, also drawn ones. */
const BEFORE = /(?:^|([,\t|;│\n]))[" ]{0,255}$/;
const BEHIND = /^[" \r]{0,255}([,\t|;│\n])/;
/** Cells that blanks align. */
const BLANKS = /\s{2,}/;

/** A heading, and where its rows begin. */
interface Heading {
  readonly name: string;
  readonly key: KeyClass;
  readonly cells: readonly string[];
  readonly lineStart: number;
  readonly rows: number;
  readonly bundled: () => boolean;
}

/** A telling word in the heading of a table: the cells below it. */
export function readColumn(scan: Scan, nameStart: number, nameEnd: number): void {
  const { text } = scan;
  REST.lastIndex = nameEnd;
  if (nameStart < scan.tableEnd || !REST.test(text)) return;
  const separator = separatorOf(text, nameStart, nameEnd);
  const heading =
    separator === undefined ? undefined : readHeading(text, nameStart, nameEnd, REST.lastIndex - 1, separator);
  if (heading === undefined || separator === undefined) return;
  if (typeof separator !== "string") return readAligned(scan, heading, nameStart - heading.lineStart);
  const column = text.slice(heading.lineStart, nameStart).split(separator).length - 1;
  forRows(scan, heading, (line, row) => {
    const length = lengthOf(line, heading.cells.length, separator);
    const cells = line.slice(0, length).replace(/\r$/, "").split(separator);
    if (cells.length !== heading.cells.length) return false;
    const cell = cells[column] as string;
    const value = cell.replace(/^[ "]*/, "").replace(/[ "]*$/, "");
    const start = row + cells.slice(0, column).join(separator).length + (column > 0 ? 1 : 0) + cell.indexOf(value);
    notePair(
      scan,
      { ...heading, value, place: inCell(cell.includes('"'), heading.bundled) },
      start,
      `column-${heading.key.kind}`,
    );
    return length === line.length;
  });
}

/**
 * What parts the heading's cells: it stands before or behind the name, with a line's end on the other side at most; or
 * two blanks do.
 */
function separatorOf(text: string, nameStart: number, nameEnd: number): string | RegExp | undefined {
  const before = text.slice(Math.max(0, nameStart - 256), nameStart);
  const behind = text.slice(nameEnd, nameEnd + 257);
  const left = BEFORE.exec(before);
  const right = BEHIND.exec(behind)?.[1];
  const [first = "\n"] = left === null ? ["x"] : [left[1]];
  if (right !== undefined && first !== "x") {
    if (first !== "\n" && (right === first || right === "\n")) return first;
    if (first === "\n" && right !== "\n") return right;
  }
  return /(?:^|\n| {2})$/.test(before) && /^(?: {2}| *\r?\n)/.test(behind) ? BLANKS : undefined;
}

/** Columns that blanks align, as `kubectl get` prints them: the word that begins where the heading does. */
function readAligned(scan: Scan, heading: Heading, offset: number): void {
  forRows(scan, heading, (line, row) => {
    if (line.length <= offset || (offset > 0 && line[offset - 1] !== " ")) return false;
    const value = /^\S*/.exec(line.slice(offset))?.[0] ?? "";
    notePair(
      scan,
      { ...heading, value, place: inCell(false, heading.bundled) },
      row + offset,
      `column-${heading.key.kind}`,
    );
    return true;
  });
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
  lineEnd: number,
  separator: string | RegExp,
): Heading | undefined {
  const name = text.slice(nameStart, nameEnd);
  const key = judgeKey(name);
  if (key === undefined || key.strength === "hint") return undefined;
  const floor = Math.max(0, nameStart - MAX_LINE);
  const lineStart = inString(text, floor + text.slice(floor, nameStart).lastIndexOf("\n") + 1, nameStart);
  const cells = text.slice(lineStart, lineEnd).trimEnd().split(separator);
  const aligned = separator === BLANKS;
  // Rows have numbers and versions, headings have none.
  if (cells.length < 2 || !cells.every((cell) => /^(?!\s*\d[\d.]*\s*$)(?:[\w .-]*| ?"[\w .-]*")$/.test(cell)))
    return undefined;
  // A list in code has a blank behind its commas; a type of several in TypeScript its bars before its names.
  if (separator === "," && cells.some((cell) => cell === "" || cell.startsWith(" "))) return undefined;
  if (separator === "|" && cells.length === 2 && cells[0]!.trim() === "") return undefined;
  // A list of explanations.
  if (aligned && (cells.filter((cell) => cell !== "").length < 2 || cells.some((cell) => cell.split(" ").length > 3)))
    return undefined;
  // A row in the middle of a table.
  const above = text
    .slice(floor, Math.max(floor, lineStart - 1))
    .split("\n")
    .at(-1)!
    .trimEnd();
  if (above !== "" && !RULER.test(above) && above.split(separator).length === cells.length) return undefined;
  const bundled = (): boolean => cells.some((one) => /user|login|name|mail|host/i.test(one));
  return { name, key, cells, lineStart, rows: lineEnd + 1, bundled };
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
