import { isRandom } from "./is-random.ts";
import { judgePassword, PASSWORD_RULES } from "./judge-password.ts";
import { firstRule } from "./judge-rule.ts";
import type { NamedValue, ValueVerdict } from "./named-value.ts";
import { isLikelyChosen } from "./opinion/opinion.ts";
import { isLoneWord, isMixed, isGluedWords, isTyped, isTypedKind } from "./typed-values.ts";
import { UUID } from "./value-traits.ts";

/** Judges a value that has no special shape. It is a secret if a machine or a person made it up. */
export function judgeMadeUp(named: NamedValue): ValueVerdict {
  return judgeRandom(named) ?? (named.promised.exact ? judgeTyped(named) : "none");
}

/** What decides on a value that has no special shape, for `explain`: its randomness, or a rule for what people type. */
export function partOfMadeUp(named: NamedValue): string {
  if (judgeRandom(named) !== undefined) return "looks random";
  if (!named.promised.exact) return "the name goes on behind its word for a secret";
  if (named.promised.strength !== "password") return "typed under a name for a secret";
  return firstRule(PASSWORD_RULES, named)?.name ?? "no shape of a password";
}

/**
 * How sure it is that a machine made a value: its length and alphabet show that, or its randomness; `undefined` if
 * neither does.
 */
function judgeRandom({ promised, traits, head, place }: NamedValue): ValueVerdict | undefined {
  const { length } = head;
  if (promised.strength === "secret" && OF_AWS.test(head)) return "medium";
  // A value of several words is the name of something: `new Key("dlm_cross_region_copy_cmk")`.
  if (promised.strength !== "password" && /^[a-z]+(?:_[a-z]+){2,}$|^[A-Z]+(?:[_.][A-Z]+)+$/.test(head))
    return undefined;
  const random = isRandom(head);
  if (random && (length >= 12 || traits.digits > 0)) return "medium";
  // A short random value is less sure: it may be a word in a language whose letter pairs differ from those of English.
  if (random && (place.data || place.assigned === true || traits.dashes === 0)) return "low";
  if (UUID.test(head) || (length >= 16 && traits.hex === length && traits.digits > 0)) return "medium";
  return promised.strength === "secret" && length >= 12 && traits.digits >= 3 && traits.special >= 2
    ? "medium"
    : undefined;
}

/** The length and alphabet of AWS's secret keys. */
const OF_AWS = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/]{40}$/;

/**
 * How sure it is that a person made up a value. This function is called only if the name ends with a word for a secret
 * (`exact`).
 */
function judgeTyped(named: NamedValue): ValueVerdict {
  const { promised, traits, head, place } = named;
  if (PATH.test(head)) return "none";
  if (promised.strength === "password")
    return isGluedWords(head) && (place.quoted || place.data) ? "low" : judgePassword(named);
  const isOne =
    isMixed(traits, head, place) ||
    isTyped(traits, head, place) ||
    (isTypedKind(promised) && isLoneWord(head, place)) ||
    (place.quoted && isFiller(named)) ||
    (place.data && head.length >= 16 && traits.digits >= 4 && traits.letters >= 4) ||
    (place.data && promised.typed && isLikelyChosen(named));
  return isOne ? "low" : "none";
}

/** Whether a value is words without gaps, or a filler of a key's length that somebody typed for a test. */
function isFiller({ head, traits }: NamedValue): boolean {
  return isGluedWords(head) || (head.length >= 15 && FILLER.test(head) && traits.special === 0);
}

/** Fillers in the keys of tests and manuals: one letter over and over, or letters or digits in order. */
const FILLER = /([A-Za-z])\1{7}|abcdef|ABCDEF|012345|123456|qwerty/;

/** How sure it is that a value of digits alone is a secret. */
export function judgeNumber({ promised, value, place }: NamedValue): ValueVerdict {
  // Ten or thirteen digits that start with 1 are a timestamp. One digit over and over, and digits that count up from 1,
  // are no secrets.
  if (/^1(?:\d{9}|\d{12})$|^(\d)\1+$|^12345678?9?0?$/.test(value)) return "none";
  if (promised.strength === "password")
    return (place.quoted || (place.data && promised.exact)) && value.length >= 6 && value.length <= 20 ? "low" : "none";
  return promised.strength === "secret" && promised.exact && value.length >= 12 && value.length <= 64 ? "low" : "none";
}

/** 64 bytes in Base64, as keys of Azure's stores are. */
export const KEY_64 = /^[A-Za-z0-9+/]{86}==$/;
/** Such a key, for samples. */
export const SIXTY_FOUR = "q8Zr".repeat(2) + "V3nT6yLw".repeat(9) + "Kd4+Pm==";

export const PATH = /^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^[\w.-]+(?:\/[\w.-]+){2,}$/;
