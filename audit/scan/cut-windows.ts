import { wholePiece, type Piece } from "./piece.ts";

/** Bytes that are searched at once. */
export const WINDOW = 1 << 20;
/**
 * What neighbours share, before and behind the border: names and quotes before a secret, a long key behind its start.
 */
const LEAD = 8 << 10;
const TRAIL = 24 << 10;

/** Cuts a source into overlapping windows of 1 MiB; one that is no larger stays whole. */
export async function* cutWindows(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let held: Buffer[] = [];
  let size = 0;
  let lead = 0;
  let line = 1;
  let column = 1;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size <= WINDOW) continue;
    let bytes = Buffer.concat(held);
    while (bytes.length > WINDOW) {
      const end = characterStart(bytes, WINDOW);
      const border = characterStart(bytes, end - TRAIL);
      yield { bytes: bytes.subarray(0, end), lead, trail: end - border, line, column };
      const next = characterStart(bytes, border - LEAD);
      const passed = bytes.subarray(0, next);
      column = passed.includes(10)
        ? characters(passed.subarray(passed.lastIndexOf(10) + 1)) + 1
        : column + characters(passed);
      line += newlines(passed);
      lead = border - next;
      bytes = bytes.subarray(next);
    }
    held = [bytes];
    size = bytes.length;
  }
  const rest = Buffer.concat(held);
  yield line === 1 && column === 1 && lead === 0 ? wholePiece(rest) : { bytes: rest, lead, trail: 0, line, column };
}

/** The first byte of the UTF-8 character at or before a place. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > at - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return ((bytes[start] ?? 0) & 0xc0) === 0x80 ? at : start;
}

function characters(bytes: Buffer): number {
  return bytes.toString("utf8").length;
}

function newlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
