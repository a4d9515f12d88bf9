import { isRandom } from "./is-random.ts";
import { judgePassword } from "./judge-password.ts";
import type { NamedValue, ValueVerdict } from "./named-value.ts";
import { isLoneWord, isMixed, isRunOfWords, isTyped, isTypedKind } from "./typed-values.ts";
import { UUID } from "./value-traits.ts";

/** How sure it is that a value of no special shape is a secret: a machine made it up, or a person did. */
export function judgeMadeUp(named: NamedValue): ValueVerdict {
  return judgeRandom(named) ?? (named.key.exact ? judgeTyped(named) : "none");
}

/** How sure it is that a machine made a value: by its length and alphabet, or since it is random. */
function judgeRandom({ key, traits, head, place }: NamedValue): ValueVerdict | undefined {
  const { length } = head;
  if (key.strength === "secret" && OF_AWS.test(head)) return "medium";
  // Names of several words: `new Key("dlm_cross_region_copy_cmk")`.
  if (key.strength !== "password" && /^[a-z]+(?:_[a-z]+){2,}$|^[A-Z]+(?:[_.][A-Z]+)+$/.test(head)) return undefined;
  const random = isRandom(head);
  if (random && (length >= 12 || traits.digits > 0)) return "medium";
  // A word in a language whose letters follow each other in another way looks made up.
  if (random && (place.data || place.assigned === true || traits.dashes === 0)) return "low";
  if (UUID.test(head) || (length >= 16 && traits.hex === length && traits.digits > 0)) return "medium";
  return key.strength === "secret" && length >= 12 && traits.digits >= 3 && traits.special >= 2 ? "medium" : undefined;
}

/** The length and alphabet of AWS's secret keys. */
const OF_AWS = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/]{40}$/;

/** How sure it is that a person made up a value, of which the name says the whole. */
function judgeTyped(named: NamedValue): ValueVerdict {
  const { key, traits, head, place } = named;
  if (PATH.test(head)) return "none";
  if (key.strength === "password")
    return isRunOfWords(head) && (place.quoted || place.data) ? "low" : judgePassword(named);
  const isOne =
    isMixed(traits, head, place) ||
    isTyped(traits, head, place) ||
    (isTypedKind(key) && isLoneWord(head, place)) ||
    (place.quoted && isFiller(named)) ||
    (place.data && head.length >= 16 && traits.digits >= 4 && traits.letters >= 4);
  return isOne ? "low" : "none";
}

/** Whether a value is words run together, or a key of the right length that somebody typed for a test. */
function isFiller({ head, traits }: NamedValue): boolean {
  return isRunOfWords(head) || (head.length >= 15 && FILLER.test(head) && traits.special === 0);
}

/** Fillers of tests and manuals for keys of the right length: rows of one letter, of letters, of digits. */
const FILLER = /([A-Za-z])\1{7}|abcdef|ABCDEF|012345|123456|qwerty/;

/** How sure it is that digits alone are a secret. */
export function judgeNumber({ key, value, place }: NamedValue): ValueVerdict {
  // Ten and thirteen digits that start with 1 are moments in time.
  if (/^1(?:\d{9}|\d{12})$|^(\d)\1+$|^12345678?9?0?$/.test(value)) return "none";
  if (key.strength === "password")
    return (place.quoted || (place.data && key.exact)) && value.length >= 6 && value.length <= 20 ? "low" : "none";
  return key.strength === "secret" && key.exact && value.length >= 12 && value.length <= 64 ? "low" : "none";
}

/** 64 bytes in Base64. */
export const KEY_64 = /^[A-Za-z0-9+/]{86}==$/;

export const PATH = /^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^[\w.-]+(?:\/[\w.-]+){2,}$/;
