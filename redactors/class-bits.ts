import { FLAGS } from "./charset.ts";

/** The classes of charset.ts that a run of token characters can hold. */
const RUN = 0x47ff;
/** What scan.wat asks besides, in bits that no such character needs. */
const BETWEEN = 0x800;
const NO_HEX = 0x2000;
const OPERATOR = 0x8000;

/** The class bits of each byte as scan.wat has them, in the lower 16 of 32. */
export function classBits(): Int32Array {
  const bits = new Int32Array(256);
  for (let code = 0; code < 128; code++) bits[code] = (FLAGS[code] as number) & RUN;
  const set = (characters: string, bit: number): void => {
    for (let i = 0; i < characters.length; i++) bits[characters.charCodeAt(i)] = (bits[characters.charCodeAt(i)] as number) | bit;
  };
  // What may stand between a name and its value.
  set(" \t\r\n\f\v\u00a0(\"'`\\._-", BETWEEN);
  set(":=>,|", OPERATOR);
  bits.forEach((_, code) => {
    if (!"0123456789abcdef-".includes(String.fromCharCode(code))) bits[code] = (bits[code] as number) | NO_HEX;
  });
  return bits;
}
