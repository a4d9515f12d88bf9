import { judgeKey } from "../judge/judge-key.ts";
import type { KeyClass } from "../judge/judge-name.ts";
import { inCell, findInPair } from "../judge/judge-pair.ts";
import { perScan, type Scan } from "../scan.ts";

/** Characters of a line on either side of a name, rows of a table, characters of a row and of the text above one. */
const [MAX_LINE, MAX_ROWS, MAX_ROW, MAX_ABOVE] = [512, 64, 2048, 8192] as const;
/** A line that is only drawn. */
const RULER = /^[\s|+:=┌┬┐├┼┤└┴┘─━╞╪╡│╔╦╗╠╬╣╚╩╝═║-]+$/;
/** Around a cell that is a cell of its own: quotes, the signs of code and of emphasis, the separator. */
const BEFORE = /(?:^|([,;\t|│║\n]))[ "'*_`]{0,64}$/;
const BEHIND = /^["'*_`]{0,3} {0,64}"?\r?([,;\t|│║\n])/;
/** Cells that blanks align. */
const BLANKS = / {2,}/;
const AROUND = /^[\s*_`"']+|[\s*_`"']+$/g;

const NAME_COLUMN =
  /^(?:.*\s)?(?:name|key|variable|parameter|setting|property|field|option|env(?:ironment)?|attribute|item)s?$/i;
const VALUE_COLUMN = /^(?:.*\s)?(?:value|secret|content|current|password|data|wert|valeur|valor)s?$/i;

/** The end of the last table that was searched. */
export const lastTable = perScan(() => ({ end: 0 }));

type Separator = string | RegExp;

/** A name that is a cell of a table. */
interface Cell {
  readonly name: string;
  readonly key: KeyClass;
  readonly separator: Separator;
  readonly lineStart: number;
  readonly cells: readonly string[];
  readonly column: number;
}

/**
 * The secret in a row of names and values, whose columns the headings name: it stands in another cell of the name's
 * line. Signs, tabs, or two blanks and more part the cells.
 */
export function findInRow(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  const separator = separatorAround(text, nameStart, nameEnd);
  if (separator === undefined) return false;
  const cell = cellAt(text, nameStart, nameEnd, separator);
  if (cell === undefined || cell.lineStart === 0) return false;
  const headings = headingsOf(scan, cell);
  if (headings === undefined || !NAME_COLUMN.test(headings[cell.column] ?? "")) return false;
  const at = headings.findIndex((heading, index) => index !== cell.column && VALUE_COLUMN.test(heading));
  if (at === -1) return false;
  const whole = cell.cells[at] as string;
  const value = whole.replace(AROUND, "");
  if (value === "" || /\s/.test(value)) return false;
  const line = text.slice(cell.lineStart, cell.lineStart + MAX_ROW);
  const start = cell.lineStart + cellStart(line, separator, at) + whole.indexOf(value);
  const place = { ...inCell(false, () => true), setting: true };
  return findInPair(scan, { ...cell, value, place }, start, `row-${cell.key.kind}`);
}

/** The separator of the cells on a line, if the name is one of them; `undefined` if it is none. */
function separatorAround(text: string, nameStart: number, nameEnd: number): Separator | undefined {
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

function cellAt(text: string, nameStart: number, nameEnd: number, separator: Separator): Cell | undefined {
  const name = text.slice(nameStart, nameEnd);
  const key = judgeKey(name);
  if (key === undefined || key.strength === "hint") return undefined;
  const floor = Math.max(0, nameStart - MAX_LINE);
  const lineStart = floor + text.slice(floor, nameStart).lastIndexOf("\n") + 1;
  const line = (/^[^\r\n]*/.exec(text.slice(lineStart, nameEnd + MAX_LINE)) as RegExpExecArray)[0];
  const column = text.slice(lineStart, nameStart).split(separator).length - 1;
  return { name, key, separator, lineStart, cells: line.split(separator), column };
}

/** The last row of names and values, the separator and the count of its cells, and the headings of its table. */
const lastRow = perScan((): Headed => ({ end: 0, sign: "", headings: undefined }));

interface Headed {
  end: number;
  sign: string;
  headings: readonly string[] | undefined;
}

/** The headings above a row. Rows of one table have the same, which are looked for once. */
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
  Object.assign(last, { end: lineStart, sign, headings });
  return headings;
}

/** The cells of the first line of the table, of which all lines have as many. */
function firstLine(text: string, lineStart: number, count: number, separator: Separator): string[] | undefined {
  let found: string[] | undefined;
  const above = text.slice(Math.max(0, lineStart - MAX_ABOVE), lineStart).split("\n");
  for (const line of above.slice(0, -1).slice(-MAX_ROWS).toReversed()) {
    if (line.trim() === "") break;
    if (RULER.test(line)) continue;
    const cells = line.replace(/\r$/, "").split(separator);
    if (cells.length !== count) break;
    found = cells;
  }
  return found?.map((cell) => cell.replace(AROUND, ""));
}

function cellStart(line: string, separator: Separator, column: number): number {
  const parts = new RegExp(typeof separator === "string" ? `[${separator}]` : separator, "g");
  const before = column === 0 ? undefined : [...line.matchAll(parts)][column - 1];
  return before === undefined ? 0 : before.index + before[0].length;
}

/** Behind a name in a heading: no prose, only names and separators up to the line's end, a line below. */
const REST = /(?! [A-Za-z0-9])[\w.,;|│║"\t\r -]{0,511}\n(?=[^])/y;

/** The secrets in the cells below a telling heading of a table. */
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
    findInPair(scan, { ...heading, value, place: inCell(quoted, bundled) }, start, `column-${key.kind}`);
  forRows(scan, rows, (line, row) => {
    if (typeof heading.separator !== "string") {
      // The word below the heading's first character, as `kubectl get` aligns them.
      const offset = nameStart - heading.lineStart;
      if (line.length <= offset || (offset > 0 && line[offset - 1] !== " ")) return false;
      findIn(/^\S*/.exec(line.slice(offset))?.[0] ?? "", row + offset, false);
      return true;
    }
    const length = rowLength(line, cells.length, heading.separator);
    const own = line.slice(0, length).replace(/\r$/, "").split(heading.separator);
    if (own.length !== cells.length) return false;
    const cell = own[column] as string;
    const value = cell.replace(/^[ "]*/, "").replace(/[ "]*$/, "");
    const start = own.slice(0, column).join("|").length + (column > 0 ? 1 : 0) + cell.indexOf(value);
    findIn(value, row + start, cell.includes('"'));
    return length === line.length;
  });
}

/** Each line of a table, until `find` says that it was the last. */
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

/** The heading that a name stands in; `undefined` if its line is none. */
function headingAt(text: string, nameStart: number, nameEnd: number, separator: Separator): Cell | undefined {
  const cell = cellAt(text, nameStart, nameEnd, separator);
  if (cell === undefined) return undefined;
  const lineStart = inString(text, cell.lineStart, nameStart);
  const line = text.slice(cell.lineStart, cell.lineStart + MAX_ROW).split("\n", 1)[0] as string;
  const cells = line
    .slice(lineStart - cell.lineStart)
    .trimEnd()
    .split(separator);
  // Rows have numbers and versions, headings have none.
  if (cells.length < 2 || !cells.every((one) => /^(?!\s*\d[\d.]*\s*$)(?:[\w .-]*| ?"[\w .-]*")$/.test(one)))
    return undefined;
  // A list in code has a blank behind its commas; a type of several in TypeScript its bars before its names.
  if (separator === "," && cells.some((one) => one === "" || one.startsWith(" "))) return undefined;
  if (separator === "|" && cells.length === 2 && cells[0]!.trim() === "") return undefined;
  // A list of explanations.
  if (
    separator === BLANKS &&
    (cells.filter((one) => one !== "").length < 2 || cells.some((one) => one.split(" ").length > 3))
  )
    return undefined;
  // A row in the middle of a table.
  const above = text
    .slice(Math.max(0, lineStart - MAX_LINE), Math.max(0, lineStart - 1))
    .split("\n")
    .at(-1)!
    .trimEnd();
  if (above !== "" && !RULER.test(above) && above.split(separator).length === cells.length) return undefined;
  return { ...cell, lineStart, cells, column: text.slice(lineStart, nameStart).split(separator).length - 1 };
}

/** The start of a table in the middle of a line, in a string of JSON: `{"output":"user,password⏎…`. */
function inString(text: string, lineStart: number, nameStart: number): number {
  const lead = /^.*[{,[:] ?\\*"(?=[\w .-]+[,;|\t])/.exec(text.slice(lineStart, nameStart));
  return lead === null ? lineStart : lineStart + lead[0].length;
}

/** The length of a row, which ends with that string. */
function rowLength(line: string, cells: number, separator: string): number {
  const close = /\\*"[\]},]*$/.exec(line);
  return close !== null &&
    (line.slice(0, close.index).match(/"/g)?.length ?? 0) % 2 === 0 &&
    line.split(separator).length >= cells
    ? close.index
    : line.length;
}
