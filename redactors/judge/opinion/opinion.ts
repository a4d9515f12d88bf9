import type { Promised } from "../promised.ts";
import { NamedValue } from "../named-value.ts";
import { isPasswordWord } from "../common-password.ts";
import type { Place } from "../place.ts";
import { isGluedWords } from "../typed-values.ts";
import { featuresOf } from "./features.ts";
import { chanceIn, grownForest } from "./forest.ts";

/** A value with a lower chance is no secret, though it has a shape in which people write passwords. */
const LEAST = 0.03;
/** A password with a higher chance is one, though it has signs of code. */
const LIKELY = 0.95;

/**
 * Whether a value is hardly a secret. Some values are left to the rules: several words, of which the rules know those
 * of messages; more small letters in a row than a word has; and words that everybody tries first (`password1`).
 */
export function isUnlikely(named: NamedValue): boolean {
  const { head } = named;
  return !/\s/.test(head) && !isGluedWords(head) && !isPasswordWord(head) && chanceOf(named) < LEAST;
}

/**
 * Whether a value with signs of code is likely a password. A value that opens two brackets is an expression. Keys and
 * tokens have hardly any signs, so under their names such a value is code: a regular expression, a rule of a grammar.
 */
export function isLikely(named: NamedValue): boolean {
  const { head, promised } = named;
  return promised.strength === "password" && head.length >= 6 && !/\(.*\(/.test(head) && chanceOf(named) >= LIKELY;
}

/** Whether a value with signs of code is more likely a password than not, in a place that never holds code. */
export function isLikelier(named: NamedValue): boolean {
  const { head, promised } = named;
  return promised.strength === "password" && head.length >= 6 && chanceOf(named) >= 0.5;
}

/**
 * Whether a value of letters, digits and the signs of names is more likely a chosen password than the name of a thing:
 * `Tarn_vole8`. Where code may stand, the chance must be higher.
 */
export function isLikelyChosen(named: NamedValue): boolean {
  const { head, place } = named;
  if (head.length < 8 || !/^(?=.*\d)[A-Za-z][\w.-]*$/.test(head)) return false;
  return chanceOf(named) >= (place.quoted || place.data ? 0.5 : LIKELY);
}

/** The name and the place of a value about which nothing is known. */
const UNNAMED: Promised = { strength: "secret", kind: "secret", exact: true, typed: false };
const ANYWHERE: Place = { quoted: false, data: false, constant: false, bundled: () => false };

/** Whether a text that stands elsewhere as a secret's value is more likely a secret than not, whatever its name. */
export function isLikelyAnywhere(value: string): boolean {
  return chanceOf(new NamedValue(UNNAMED, value, ANYWHERE)) >= 0.5;
}

/** How likely a value under its name is a secret, from 0 to 1, as the forest learned from pairs of foreign code. */
export function chanceOf(named: NamedValue): number {
  return chanceIn(grownForest(), featuresOf(named));
}
