import { judgeKey } from "../judge-key.ts";
import { judgeValue } from "../judge-value.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MAX_LINE = 512;
const MAX_ROWS = 64;
const MAX_ROW = 2048;

/** A telling word in the heading of a table of comma-separated values: the cells below it. */
export function readColumn(scan: Scan, nameStart: number, nameEnd: number): void {
  const { text } = scan;
  if (nameStart < scan.tableEnd) return;
  const before = text[nameStart - 1];
  const after = text[nameEnd];
  // `,token⏎`, `,token,` or `⏎token,`; anything else is a list in code or prose.
  if (!((before === "," && (after === "," || after === "\n" || after === "\r")) || ((before === "\n" || before === undefined) && after === ","))) return;
  const rest = text.slice(nameEnd, nameEnd + MAX_LINE).indexOf("\n");
  if (rest === -1) return;
  const lineEnd = nameEnd + rest;
  const floor = Math.max(0, nameStart - MAX_LINE);
  const lineStart = floor + text.slice(floor, nameStart).lastIndexOf("\n") + 1;
  const heading = text.slice(lineStart, lineEnd).trimEnd();
  if (!/^[\w .-]+(?:,[\w .-]+)+$/.test(heading)) return;
  const key = judgeKey(text.slice(nameStart, nameEnd));
  if (key === undefined || key.strength === "hint") return;
  const column = text.slice(lineStart, nameStart).split(",").length - 1;
  const columns = heading.split(",").length;

  let row = lineEnd + 1;
  for (let i = 0; i < MAX_ROWS && row < text.length; i++) {
    const line = text.slice(row, row + MAX_ROW);
    const newline = line.indexOf("\n");
    if (newline === -1 && line.length === MAX_ROW) return;
    const end = row + (newline === -1 ? line.length : newline);
    const cells = text.slice(row, end).trimEnd().split(",");
    if (cells.length !== columns) return;
    const start = row + cells.slice(0, column).reduce((sum, cell) => sum + cell.length + 1, 0);
    const value = cells[column] as string;
    const confidence = judgeValue(key, value, { quoted: false, data: true, constant: false, bundled: () => true });
    if (confidence !== undefined) note(scan, key.kind, start, start + value.length, confidence, `column-${key.kind}`);
    row = end + 1;
    scan.tableEnd = row;
  }
}
