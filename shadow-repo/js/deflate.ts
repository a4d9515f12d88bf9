import { loadBuiltin } from "../../kit/load-builtin.ts";

/**
 * Up to this many bytes a content takes one block of a disk, compressed or not: loading node:zlib for it would gain
 * nothing.
 */
const BLOCK = 4096;

/** Speed over size: whoever collects the garbage compresses anew. */
const LEVEL = 1;

/**
 * A zlib stream, as objects lie in files and packs. What is small stays as it is, in one stored block (RFC 1950, RFC
 * 1951).
 */
export function deflate(content: Buffer): Buffer {
  if (content.length > BLOCK)
    return loadBuiltin<typeof import("node:zlib")>("node:zlib").deflateSync(content, { level: LEVEL });
  const stream = Buffer.allocUnsafe(content.length + 11);
  stream.writeUInt16BE(0x7801, 0); // a window of 32 KiB, the fastest level
  stream.writeUInt8(1, 2); // the last block, stored
  stream.writeUInt16LE(content.length, 3);
  stream.writeUInt16LE(~content.length & 0xffff, 5);
  content.copy(stream, 7);
  stream.writeUInt32BE(adler32(content), content.length + 7);
  return stream;
}

/** For no more than a block: the sums then stay far below 2⁵³ and are reduced once. */
function adler32(content: Buffer): number {
  let one = 1;
  let two = 0;
  for (let at = 0; at < content.length; at += 1) {
    one += content[at]!;
    two += one;
  }
  return (two % 65_521) * 65_536 + (one % 65_521);
}
