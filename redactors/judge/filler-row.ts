/**
 * The least characters of a row, that is, of characters in order. By chance some millions of tokens hold one row of
 * this length.
 */
const LEAST_ROW = 8;
/** The least characters beside a row in a token that a service issued. */
const LEAST_REST = 14;
/** Words that are spelled in hex digits. */
const SPELT = /^(?:dead|beef|cafe|babe|face|feed|food|f00d|c0de|c0ffee|bad|d00d|fade|decade|1337)+$/i;

/**
 * Whether a token consists of characters in order, or of a few characters over and over, typed by somebody who needed a
 * token of a certain length: `1234567890abcdefghij`, `aabbccddeeff`, `deadbeefdeadbeef`. A prefix is ignored. A token
 * with a random part does not match.
 */
export function isFillerRow(value: string): boolean {
  if (value.length < LEAST_ROW || value.length > 256) return false;
  const letters = value.replace(/^[A-Za-z]{1,10}[-_](?:[A-Za-z0-9]{1,8}[-_]){0,2}(?=.{8})/, "");
  return [value, letters].some((text) => isRow(text.replace(/[-_.:]/g, "")));
}

function isRow(text: string): boolean {
  if (text.length < LEAST_ROW) return false;
  if (SPELT.test(text) || isPeriodic(text)) return true;
  // Try the text without repeated characters, too: `aabbccdd`.
  const single = text.replace(/(.)\1{1,3}/g, "$1");
  return [text, single].some((one) => one.length - longestRow(one) < LEAST_REST && longestRow(one) >= LEAST_ROW);
}

/**
 * The length of the longest part in which each character follows the one before it, in the alphabet or in counting. A
 * letter may follow a digit, and 0 may follow 9.
 */
function longestRow(text: string): number {
  let longest = 1;
  let row = 1;
  for (let at = 1; at < text.length; at++) {
    row = follows(text[at - 1]!.toLowerCase(), text[at]!.toLowerCase()) ? row + 1 : 1;
    longest = Math.max(longest, row);
  }
  return longest;
}

function follows(before: string, character: string): boolean {
  if (before.charCodeAt(0) + 1 === character.charCodeAt(0)) return /[0-9a-z]/.test(character);
  return ["90", "9a", "0a", "z0", "f0", "z1"].includes(before + character);
}

/** Whether a text is one short piece, repeated. */
function isPeriodic(text: string): boolean {
  for (let period = 1; period <= Math.min(8, text.length / 2); period++)
    if (text.length >= 2 * period + 4 && [...text].every((character, at) => character === text[at % period]))
      return true;
  return false;
}
