/** The constants of FIPS 180-4, made when they are first used: most hooks need none. */
interface Constants {
  /** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
  readonly round: readonly number[];
  /** The same of the square roots of the first eight. */
  readonly start: readonly number[];
}

let constants: Constants | undefined;

/**
 * SHA-256 of a text in UTF-8, in hexadecimal. For names and checksums of a few hundred bytes: loading node:crypto costs
 * more than all the rest of a hook that finds nothing changed.
 */
export function sha256(text: string): string {
  constants ??= { round: primes(64).map((prime) => fraction(Math.cbrt(prime))), start: primes(8).map((prime) => fraction(Math.sqrt(prime))) };
  const { round, start } = constants;
  const message = Buffer.from(text, "utf8");
  const blocks = Buffer.alloc(((message.length + 8) >> 6) * 64 + 64);
  message.copy(blocks);
  blocks[message.length] = 0x80;
  blocks.writeUIntBE(message.length * 8, blocks.length - 6, 6);
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  for (let at = 0; at < blocks.length; at += 64) addBlock(state, words, round, blocks, at);
  const digest = Buffer.alloc(32);
  for (const [n, value] of state.entries()) digest.writeInt32BE(value, n * 4);
  return digest.toString("hex");
}

function addBlock(state: Int32Array, words: Int32Array, round: readonly number[], blocks: Buffer, at: number): void {
  for (let n = 0; n < 16; n += 1) words[n] = blocks.readInt32BE(at + n * 4);
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [words[n - 15]!, words[n - 2]!];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[n] = words[n - 16]! + first + words[n - 7]! + second;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + round[n]! + words[n]!) | 0;
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) state[n] = state[n]! + value;
}

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
