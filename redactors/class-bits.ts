import { FLAGS } from "./charset.ts";

/** The class bits of each byte as scan.wat has them. */
export function classBits(): Int32Array {
  const bits = new Int32Array(256);
  for (let code = 0; code < 128; code++) bits[code] = FLAGS[code] as number;
  const set = (characters: string, bit: number): void => {
    for (let i = 0; i < characters.length; i++) bits[characters.charCodeAt(i)] = (bits[characters.charCodeAt(i)] as number) | bit;
  };
  set(" \t\r\n\f\v\u00a0(\"'`\\._-", 0x10000);
  set(":=>,|", 0x20000);
  bits.forEach((_, code) => {
    if (!"0123456789abcdef-".includes(String.fromCharCode(code))) bits[code] = (bits[code] as number) | 0x40000;
  });
  return bits;
}
