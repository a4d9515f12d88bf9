import { firstBytes, lastBytes } from "../../kit/text.ts";
import { parsePositive } from "../call.ts";

/** The most bytes and lines of an output. Of a longer output, a part of this size is shown. */
export interface Bounds {
  readonly bytes: number;
  readonly lines: number;
}

const NEWLINE = 10;

/** Parses the arguments `[BYTES [LINES]]`. @returns a sentence about faulty arguments */
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

/** The first lines of a text, up to the bounds. */
export function firstLines(text: Buffer, { bytes, lines }: Bounds): Buffer {
  let end = 0;
  for (let line = 0; line < lines && end < text.length; line += 1) {
    const at = text.indexOf(NEWLINE, end);
    end = at < 0 ? text.length : at + 1;
  }
  return firstBytes(text.subarray(0, end), bytes);
}

/** The last lines of a text, up to the bounds. */
export function tailOf(text: Buffer, { bytes, lines }: Bounds): Buffer {
  let start = text.length;
  // `start - 2` skips the newline at the end of the line above.
  for (let line = 0; line < lines && start > 0; line += 1)
    start = start < 2 ? 0 : text.lastIndexOf(NEWLINE, start - 2) + 1;
  return lastBytes(text.subarray(start), bytes);
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines + (text === "" || text.endsWith("\n") ? 0 : 1);
}
