/**
 * A file that holds its content twice: whatever was lost or changed in it, the halves differ. To compare them is the
 * cheapest whole check that a process has at its start: Node's own checksums cost more to load, and JavaScript's loop
 * over as many bytes takes ten times as long.
 */
export function writtenTwice(content: Buffer): Buffer {
  return Buffer.concat([content, content]);
}

/** The content of such a file; `undefined` if it is damaged. */
export function readOfTwo(bytes: Buffer): Buffer | undefined {
  const half = bytes.subarray(0, bytes.length >> 1);
  return half.length > 0 && half.equals(bytes.subarray(half.length)) ? half : undefined;
}
