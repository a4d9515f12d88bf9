import type { Promised } from "../promised.ts";
import { NamedValue } from "../named-value.ts";
import { isPasswordWord } from "../common-password.ts";
import type { Place } from "../place.ts";
import { isDrawn } from "../drawn.ts";
import { isSalt } from "../salt.ts";
import { isGluedWords, isNamedPassword } from "../typed-values.ts";
import { aroundOf } from "./around.ts";
import { featuresOf } from "./features.ts";
import { chanceIn, grownForest } from "./forest.ts";

/**
 * A value with a lower chance is no secret, though it has a shape in which programs or people write secrets. People
 * type almost anything as a password, and what stands under a weak name looks like a key already, so for these the
 * limits are lower.
 */
const LEAST = { hint: 0.25, secret: 0.38, password: 0.18 } as const;
/** The share of letters beyond ASCII from which on a text is in a language whose words may be long. */
const FOREIGN = 0.01;
/** The limit for a value that a reader found by the form of the text around it, without a name. */
const LEAST_BY_FORM = 0.25;
/** A password with a higher chance is one, though it has signs of code. */
const LIKELY = 0.965;

/**
 * Whether a value is hardly a secret. Some values are left to the rules: several words, of which the rules know those
 * of messages; more small letters in a row than an English word has; words that everybody tries first (`password1`), or that name a
 * password (`rootpassword`), unless the text has a variable of that name; salts, which are like nothing else;
 * and keys that are drawn from an alphabet.
 */
export function isUnlikely(named: NamedValue): boolean {
  const { head, promised, place } = named;
  if (/\s/.test(head) || isSalt(head) || isDrawn(named)) return false;
  if ((isPasswordWord(head) || isNamedPassword(promised, head, place)) && named.around.uses === 0) return false;
  if (isGluedWords(head) && (promised.strength === "password" || named.around.foreign < FOREIGN)) return false;
  return chanceOf(named) < LEAST[promised.strength];
}

/** Whether a value that stands in a form of secrets, as in a header or behind an option, is hardly one. */
export function isUnlikelyByForm(text: string, start: number, end: number, kind: string): boolean {
  const value = text.slice(start, end);
  if (isEncodedText(value)) return false;
  const promised: Promised =
    kind === "password"
      ? { strength: "password", kind: "password", exact: true, typed: false }
      : { strength: "secret", kind: "token", exact: true, typed: false };
  const quoted = "\"'`".includes(text[start - 1] ?? " ");
  const place: Place = { quoted, data: true, constant: false, behindSign: true, bundled: () => false };
  const named = new NamedValue(promised, value, place, "", () => aroundOf(text, start, end));
  return chanceOf(named) < LEAST_BY_FORM;
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

/** Whether a value is a text in Base64, as manifests and headers hold secrets. */
function isEncodedText(value: string): boolean {
  if (
    !/^(?:[A-Za-z0-9+/]{4})+(?<=[A-Z\d=].*)={0,2}$/.test(value.replace(/={1,2}$/, (end) => "AA".slice(0, end.length)))
  )
    return false;
  return /^[\x20-\x7e]+$/.test(Buffer.from(value, "base64").toString("latin1"));
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
