import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * A file that holds its content twice: whatever was lost or changed in it, the halves differ. To compare them is the
 * cheapest whole check that a process has at its start: Node's own checksums cost more to load, and JavaScript's loop
 * over as many bytes takes ten times as long.
 */
export function writtenTwice(content: Buffer): Buffer {
  return Buffer.concat([content, content]);
}

/**
 * One memory for all files: the first use of a page costs more than to read into it, a millisecond and a half for a
 * hook.
 */
let content = Buffer.alloc(0);
let piece = Buffer.alloc(0);
const [MOST, PIECE] = [512 * 1024, 64 * 1024] as const;

/**
 * The content of one of two files, which stays until the next call; `undefined` if it is damaged.
 * @throws Error if it cannot be read
 */
export function readOfTwo(file: string): Buffer | undefined {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const half = size / 2;
    if (half === 0 || !Number.isInteger(half)) return undefined;
    if (content.length < half) content = Buffer.allocUnsafeSlow(Math.max(MOST, half));
    if (piece.length === 0) piece = Buffer.allocUnsafeSlow(PIECE);
    if (readSync(descriptor, content, 0, half, 0) !== half) return undefined;
    for (let at = 0; at < half; ) {
      const count = readSync(descriptor, piece, 0, Math.min(PIECE, half - at), half + at);
      if (count === 0 || !piece.subarray(0, count).equals(content.subarray(at, at + count))) return undefined;
      at += count;
    }
    return content.subarray(0, half);
  } finally {
    closeSync(descriptor);
  }
}
