/** The digits of base32. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes in base32, without padding. */
export function toBase32(bytes: Buffer): string {
  let [bits, count, text] = [0, 0, ""];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; ) text += DIGITS[(bits >> (count -= 5)) & 31];
  }
  return count === 0 ? text : text + DIGITS[(bits << (5 - count)) & 31];
}

/** The bytes of base32, with padding or without. Bits that fill no byte are left out. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const digit of text.replace(/=+$/, "")) {
    bits = ((bits << 5) | DIGITS.indexOf(digit)) & 0xfff;
    count += 5;
    if (count >= 8) bytes.push((bits >> (count -= 8)) & 0xff);
  }
  return Buffer.from(bytes);
}
