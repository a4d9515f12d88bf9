import { pattern } from "../../kit/word-pattern.ts";
import { spell } from "./opinion/spell.ts";
import { OPAQUE } from "./placeholder.ts";
import { traitsOf } from "./value-traits.ts";

/** Whether a value is a salt as WordPress makes it: all kinds of characters, perhaps also a blank. */
export function isSalt(value: string): boolean {
  if (value.length < 32 || value.length > 128 || value.includes(OPAQUE) || NO_SALT.test(value)) return false;
  const traits = traitsOf(value);
  if (traits.special < 8 || traits.digits < 2 || traits.letters < 8) return false;
  // A salt holds a word of code by chance, and not many.
  if (spell(value).inWords * 3 > value.length) return false;
  const signs = signsIn(value);
  // A salt holds `{a3}`, `(x)` or `%s` by chance. But no template has ten kinds of signs, and no list of parameters
  // six.
  return (
    signs >= 10 ||
    (signs >= 6 && !/\{\w*\}|<\w+>|%[sd](?!\w)|\(\w*\)|\s.*\s.*\s.*\s/.test(value) && !PATTERN.test(value))
  );
}

/** The number of different signs in a value. */
export function signsIn(value: string): number {
  return new Set(value.replace(/[\w\s]/g, "")).size;
}

/** Templates, code, sentences and regular expressions, which are no salts. */
const NO_SALT = pattern()`
    ^ [+?:&|]|^\[?\{\s?\\*["']\w|\$?\{[A-Za-z_.]{3,}\}|[$#]\{\[?[A-Za-z_][\w.:]{2,}[[(,]|\{\{.*\}\}|=> |function|return|
    (?:\s.*){5}|\(\?[:=!<]|\\[\w.^$(<|]|\[\^[^\]]{1,20}\][+*{]|\[(?:a-z|A-Z|0-9)|\]\{\d|^\^.*\$$|</\w|
    (?:[^\0-\x7f].*){3}
  `;

/** Matches a regular expression. */
export const PATTERN =
  /^\^\(.*\)\$$|^\[[^\s\]]*\w-\w[^\s\]]*\]$|\[[^\]]*\w-\w[^\]]*\][+*{|)$]|\\[dwsb][+*{]|\\[(<]|\(\?[:=!<]|\.\*/;
