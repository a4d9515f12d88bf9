/** The first bytes of a UTF-8 text, never ending inside a character. */
export function firstBytes(bytes: Buffer, most: number): Buffer {
  let end = Math.min(most, bytes.length);
  while (end < bytes.length && end > 0 && isInside(bytes, end)) end -= 1;
  return bytes.subarray(0, end);
}

/** The last bytes of a UTF-8 text, never beginning inside a character. */
export function lastBytes(bytes: Buffer, most: number): Buffer {
  let start = Math.max(0, bytes.length - most);
  while (start > 0 && start < bytes.length && isInside(bytes, start)) start += 1;
  return bytes.subarray(start);
}

function isInside(bytes: Buffer, at: number): boolean {
  return (bytes[at]! & 0xc0) === 0x80;
}
