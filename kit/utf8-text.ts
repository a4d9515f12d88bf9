/** What `toString` comes down to: Node would compile what lies around it for this alone. Not documented; the same in Node 20 to 26. */
const { utf8Slice } = Buffer.prototype as { utf8Slice?(this: Uint8Array, start: number, end: number): string };

/** The text that the first bytes are, as many as `end` says. */
export function utf8Text(bytes: Uint8Array, end = bytes.length): string {
  return utf8Slice?.call(bytes, 0, end) ?? Buffer.from(bytes.buffer, bytes.byteOffset, end).toString();
}
