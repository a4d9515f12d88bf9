/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const round = () => [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/**
 * SHA-256 of a text in UTF-8, in hexadecimal. For names and checksums of a few hundred bytes: loading node:crypto costs
 * more than all the rest of a hook that finds nothing changed. It mostly runs once and uncompiled, hence the plain steps.
 */
export function sha256(text: string): string {
  const length = Buffer.byteLength(text);
  const blocks = Buffer.alloc(((length + 8) >> 6) * 64 + 64);
  blocks.write(text);
  blocks[length] = 0x80;
  // The length in bits, by hand: Node's own for six bytes would have to be compiled first.
  const last = blocks.length - 1;
  blocks[last] = length << 3;
  blocks[last - 1] = length >>> 5;
  blocks[last - 2] = length >>> 13;
  blocks[last - 3] = length >>> 21;
  blocks[last - 4] = length >>> 29;
  // The same of the square roots of the first eight.
  const state = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  const words = new Int32Array(64);
  const constants = round();
  for (let at = 0; at < blocks.length; at += 64) addBlock(state, words, constants, blocks, at);
  return state.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}

function addBlock(state: number[], words: Int32Array, constants: readonly number[], blocks: Buffer, start: number): void {
  for (let n = 0, at = start; n < 16; n += 1, at += 4) words[n] = (blocks[at]! << 24) | (blocks[at + 1]! << 16) | (blocks[at + 2]! << 8) | blocks[at + 3]!;
  for (let n = 16; n < 64; n += 1) {
    const early = words[n - 15]!;
    const late = words[n - 2]!;
    const first = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const second = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[n] = words[n - 16]! + first + words[n - 7]! + second;
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + ((e & f) ^ (~e & g)) + constants[n]! + words[n]!) | 0;
    const two = (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) state[n] = (state[n]! + value) | 0;
}
