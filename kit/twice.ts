import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * The bytes of a file that holds `content` twice, so that damage shows as a difference between the halves. Comparing
 * halves is the cheapest full check at a process's start: Node's checksums take longer to load, and a checksum in
 * JavaScript takes ten times as long.
 */
export function writtenTwice(content: Buffer): Buffer {
  return Buffer.concat([content, content]);
}

/**
 * Two buffers that all calls share. New memory would cost a hook 1.5 ms at its first use, which is more than reading
 * the file takes.
 */
let content = Buffer.alloc(0);
let piece = Buffer.alloc(0);
const [MOST, PIECE] = [512 * 1024, 64 * 1024] as const;

/**
 * Reads a file that `writtenTwice` made; `undefined` if it is damaged. The next call overwrites the returned bytes.
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
