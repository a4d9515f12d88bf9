export const SERVICE_BYTES = 4096;

/** Two bits for the hash of each name, as scan.wat makes it from a word's end on. */
export function toServiceBits(names: readonly string[]): Uint8Array {
  const bits = new Uint8Array(SERVICE_BYTES);
  for (const name of names) {
    let hash = 0;
    for (let i = name.length - 1; i >= 0; i--) hash = Math.imul(hash, 31) ^ (name.charCodeAt(i) | 0x20);
    const mixed = Math.imul(hash, 0x9e3779b1);
    for (const bit of [mixed >>> 17, (mixed >>> 2) & 0x7fff]) bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7));
  }
  return bits;
}
