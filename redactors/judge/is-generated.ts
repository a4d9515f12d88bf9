import { isRandom } from "./is-random.ts";
import { holdsCommonWord } from "./common-password.ts";
import { isMadeUpRow } from "./made-up-row.ts";

/** Shorter ones are too short to tell. */
const LEAST = 10;
const LEAST_KEY = 16;
const KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/**
 * Whether a machine made a value, so that it is no word that a person chose: a random key, or a password in which capital
 * and small letters, digits and signs take turns, and no word that a person would put there is among them.
 */
export function isGenerated(value: string): boolean {
  if (value.length < LEAST || /\s/.test(value) || isMadeUpRow(value)) return false;
  if (value.length >= LEAST_KEY && (isRandom(value) || /^[\da-f]{24,}$/i.test(value))) return true;
  return !holdsCommonWord(value) && (isRandom(value) || turnsIn(value) * 2 >= value.length - 1);
}

/** How often the kind of the characters changes. */
function turnsIn(value: string): number {
  const kinds = Array.from(value, (character) => KINDS.findIndex((kind) => kind.test(character)));
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
}
