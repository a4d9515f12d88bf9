import type { Style } from "../style.ts";
import { cut, pad } from "../text-width.ts";

/** From this width on the preview stands beside the list instead of below it. */
const WIDE = 110;
/** Fewer rows than this show no preview. */
const LOW = 9;

/** The room of a list and of the preview of what is chosen in it; without rows there is no preview. */
export interface Split {
  readonly isBeside: boolean;
  readonly list: { readonly columns: number; readonly rows: number };
  readonly preview: { readonly columns: number; readonly rows: number };
}

/** Divides a room. A list that needs less than its share leaves the rest to the preview. */
export function splitRoom(columns: number, rows: number, wanted: number): Split {
  if (columns >= WIDE) {
    const left = Math.floor(columns * 0.45);
    return { isBeside: true, list: { columns: left, rows }, preview: { columns: columns - left - 3, rows } };
  }
  if (rows < LOW) return { isBeside: false, list: { columns, rows }, preview: { columns, rows: 0 } };
  const above = Math.min(Math.max(2, wanted), Math.floor(rows * 0.45));
  return { isBeside: false, list: { columns, rows: above }, preview: { columns, rows: rows - above - 1 } };
}

/** Puts both in their places, a line between them. */
export function joinPanes(
  { isBeside, list, preview }: Split,
  above: readonly string[],
  below: readonly string[],
  style: Style,
): string[] {
  const left = filled(above, list);
  const right = filled(below, preview);
  if (isBeside) return left.map((line, row) => `${pad(line, list.columns)} ${style.dim("│")} ${right[row] ?? ""}`);
  return preview.rows > 0 ? [...left, style.dim("─".repeat(preview.columns)), ...right] : left;
}

function filled(lines: readonly string[], { columns, rows }: Split["list"]): string[] {
  return Array.from({ length: rows }, (_, row) => cut(lines[row] ?? "", columns));
}
