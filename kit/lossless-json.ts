import type { Json } from "./json.ts";

/** Text that holds a number which JavaScript cannot give back as it was: more than 15 digits, or an exponent. */
const RISKY = /\d{16}|\d[eE][+-]?\d/;
/** A string (left alone) or a number. Sticky use is not needed: whatever stands between is punctuation. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Cannot come from a payload by chance: a private-use character and a name of ours. */
const TAG = "\uF8FFsnapveil-number:";
const TAGGED = new RegExp(`"${TAG}([^"]*)"`, "g");

/** A parsed text together with the way to write values taken from it back. */
export interface LosslessJson {
  readonly value: Json;
  /** Restores, in JSON text, every number that `JSON.stringify` alone would have changed. */
  restore(json: string): string;
}

/**
 * `JSON.parse` that loses no digit: a number which would not survive travels as a marked string until `restore`.
 * A payload's unknown fields come back untouched through a rewrite, 64-bit identifiers among them.
 * @throws SyntaxError as JSON.parse does
 */
export function parseLossless(text: string): LosslessJson {
  if (!RISKY.test(text) || text.includes(TAG)) return { value: JSON.parse(text) as Json, restore: (json) => json };
  JSON.parse(text); // the tokens below are only right in valid JSON
  const tagged = text.replace(TOKENS, (token) => (token.startsWith('"') || survives(token) ? token : `"${TAG}${token}"`));
  return { value: JSON.parse(tagged) as Json, restore: restoreNumbers };
}

/** Restores the numbers in JSON text that is itself to become a string of an answer, where `restore` would not find them. */
export function restoreNumbers(json: string): string {
  return json.replace(TAGGED, "$1");
}

function survives(token: string): boolean {
  return String(Number(token)) === token;
}
