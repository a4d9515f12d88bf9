import { isRandom } from "./is-random.ts";
import { holdsCommonWord } from "./common-password.ts";
import { isFillerRow } from "./filler-row.ts";
import { turnsIn } from "./value-traits.ts";

/** The least characters of a generated value. A shorter value does not show whether a machine or a person made it. */
const LEAST = 10;
const LEAST_KEY = 16;

/**
 * Whether a machine and not a person made a value: the value is a random key; or it holds no common word, and its
 * capital letters, small letters, digits and signs alternate.
 */
export function isGenerated(value: string): boolean {
  if (value.length < LEAST || /\s/.test(value) || isFillerRow(value)) return false;
  if (value.length >= LEAST_KEY && (isRandom(value) || /^[\da-f]{24,}$/i.test(value))) return true;
  return !holdsCommonWord(value) && (isRandom(value) || turnsIn(value) * 2 >= value.length - 1);
}
