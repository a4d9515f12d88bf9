import { isRandom } from "./is-random.ts";
import { holdsCommonWord } from "./common-password.ts";
import { isMadeUpRow } from "./made-up-row.ts";
import { turnsIn } from "./value-traits.ts";

/** Characters of a value: a shorter one is too short to tell. */
const LEAST = 10;
const LEAST_KEY = 16;

/**
 * Whether a machine made a value, so that it is no word that a person chose: a random key, or a password in which capital
 * and small letters, digits and signs take turns, and no word that a person would put there is among them.
 */
export function isGenerated(value: string): boolean {
  if (value.length < LEAST || /\s/.test(value) || isMadeUpRow(value)) return false;
  if (value.length >= LEAST_KEY && (isRandom(value) || /^[\da-f]{24,}$/i.test(value))) return true;
  return !holdsCommonWord(value) && (isRandom(value) || turnsIn(value) * 2 >= value.length - 1);
}
