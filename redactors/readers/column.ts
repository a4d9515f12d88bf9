import { judgeKey } from "../judge-key.ts";
import { judgeValue } from "../judge-value.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MAX_LINE = 512;
const MAX_ROWS = 64;
const MAX_ROW = 2048;

/** A telling word in the heading of a table (commas, tabs, Markdown's bars): the cells below it. */
export function readColumn(scan: Scan, nameStart: number, nameEnd: number): void {
  const { text } = scan;
  if (nameStart < scan.tableEnd) return;
  const separator = separatorOf(text, nameStart, nameEnd);
  if (separator === undefined) return;
  const rest = text.slice(nameEnd, nameEnd + MAX_LINE).indexOf("\n");
  if (rest === -1) return;
  const lineEnd = nameEnd + rest;
  const floor = Math.max(0, nameStart - MAX_LINE);
  const lineStart = inString(text, floor + text.slice(floor, nameStart).lastIndexOf("\n") + 1, nameStart);
  const heading = text.slice(lineStart, lineEnd).trimEnd().split(separator);
  // A list in code has a blank behind its commas.
  if (separator === "," && heading.some((cell) => cell === "" || cell.startsWith(" "))) return;
  if (heading.length < 2 || !heading.every((cell) => /^[\w .-]*$|^ ?"[\w .-]*"$/.test(cell))) return;
  const key = judgeKey(text.slice(nameStart, nameEnd));
  if (key === undefined || key.strength === "hint") return;
  const column = text.slice(lineStart, nameStart).split(separator).length - 1;

  let row = lineEnd + 1;
  for (let i = 0; i < MAX_ROWS && row < text.length; i++) {
    const line = text.slice(row, row + MAX_ROW);
    const newline = line.indexOf("\n");
    if (newline === -1 && line.length === MAX_ROW) return;
    const end = row + lengthOf(line.slice(0, newline === -1 ? undefined : newline), heading.length, separator);
    const cells = text.slice(row, end).replace(/\r$/, "").split(separator);
    if (cells.length !== heading.length) return;
    const cell = cells[column] as string;
    const value = cell.replace(/^[ "]*/, "").replace(/[ "]*$/, "");
    const start = row + cells.slice(0, column).reduce((sum, one) => sum + one.length + 1, 0) + cell.indexOf(value);
    const confidence = judgeValue(key, value, { quoted: cell.includes('"'), data: true, constant: false, bundled: () => heading.some((one) => /user|login|name|mail|host/i.test(one)) });
    if (confidence !== undefined) note(scan, key.kind, start, start + value.length, confidence, `column-${key.kind}`);
    row = end + 1;
    scan.tableEnd = row;
  }
}

/** A table can begin in the middle of a line, where a string of JSON does: `{"output":"user,password⏎…`. */
function inString(text: string, lineStart: number, nameStart: number): number {
  const lead = /^.*[{,[:] ?\\*"(?=[\w .-]+[,;|\t])/.exec(text.slice(lineStart, nameStart));
  return lead === null ? lineStart : lineStart + lead[0].length;
}

/** Of a row, which ends where that string does. */
function lengthOf(line: string, cells: number, separator: string): number {
  const close = /\\*"[\]},]*$/.exec(line);
  return close !== null && (line.slice(0, close.index).match(/"/g)?.length ?? 0) % 2 === 0 && line.split(separator).length >= cells ? close.index : line.length;
}

/** What parts the heading's cells: it stands before or behind the name, with a line's end on the other side at most. */
function separatorOf(text: string, nameStart: number, nameEnd: number): string | undefined {
  let after = nameEnd;
  while (after < nameEnd + 3 && "\" \r".includes(text[after] ?? "x")) after += 1;
  let before = nameStart - 1;
  while (before > nameStart - 4 && "\" ".includes(text[before] ?? "x")) before -= 1;
  const right = text[after] ?? "\n";
  const left = text[before] ?? "\n";
  for (const separator of [",", "\t", "|", ";"]) {
    if ((left === separator && (right === separator || right === "\n")) || (left === "\n" && right === separator)) return separator;
  }
  return undefined;
}
