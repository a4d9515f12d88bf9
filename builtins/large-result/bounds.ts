import { firstBytes, lastBytes } from "../../kit/text.ts";
import { parsePositive } from "../call.ts";

/** The bounds of an output, and the shown part of a longer one. */
export interface Bounds {
  readonly bytes: number;
  readonly lines: number;
}

const NEWLINE = 10;

/** The bounds of `[BYTES [LINES]]`. @returns a sentence about any other words */
export function parseBounds(args: readonly string[]): Bounds | string {
  const [bytes = 50 * 1024, lines = 2000, ...rest] = args.map((word) => parsePositive(word) ?? NaN);
  if (Number.isNaN(bytes) || Number.isNaN(lines) || rest.length > 0)
    return (
      "limit_large_tool_results takes a number of bytes, and behind it a number of lines. " +
      "Write for instance: limit_large_tool_results 51200 2000"
    );
  return { bytes, lines };
}

export function isOver(text: string, { bytes, lines }: Bounds): boolean {
  return Buffer.byteLength(text) > bytes || linesIn(text) > lines;
}

/** The first lines that fit into the bytes. */
export function firstLines(text: Buffer, { bytes, lines }: Bounds): Buffer {
  let end = 0;
  for (let line = 0; line < lines && end < text.length; line += 1) {
    const at = text.indexOf(NEWLINE, end);
    end = at < 0 ? text.length : at + 1;
  }
  return firstBytes(text.subarray(0, end), bytes);
}

/** The last lines that fit into the bytes. */
export function tailOf(text: Buffer, { bytes, lines }: Bounds): Buffer {
  let start = text.length;
  // The newline that ends the last line begins no other.
  for (let line = 0; line < lines && start > 0; line += 1)
    start = start < 2 ? 0 : text.lastIndexOf(NEWLINE, start - 2) + 1;
  return lastBytes(text.subarray(start), bytes);
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines + (text === "" || text.endsWith("\n") ? 0 : 1);
}
