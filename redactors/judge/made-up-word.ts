/**
 * @file Words of which a person or a generator made a secret. Functions of other files that look alike are listed too:
 *
 * | function | sample | where |
 * |---|---|---|
 * | `isMadeUpWord` | `k7#Tarn_vole` | a word in a text about a secret |
 * | `isDashedWithNumber` | `amber-nimbus-7806` | under any name for a password |
 * | `isJoinedWithNumber` | `amber_nimbus_7806` | under a name for a secret |
 * | `isJoinedWithShortNumber`, password-shapes.ts | `copper_meadow23` | under a name for a password |
 * | `isGeneratedPhrase` | `marble-castle-falcon-river` | under a name for a password |
 * | `isJoinedPhrase` | `TigerRocket` | a word in a text about a password |
 * | `isSpacedPhrase` | `correct horse battery staple` | a line in a text about a password |
 * | `hasNumberInside` | `kestrel47vex` | a word in a text about a password |
 * | `isGluedWords`, typed-values.ts | `purplemonkeydishwasher` | in quotes or among data |
 * | `isGluedCommonWords`, common-password.ts | `rootpw` | a password that everybody tries first, so no secret |
 */

import { anyOf } from "../../kit/word-pattern.ts";
import { isRandom } from "./is-random.ts";
import { spell, wordBits } from "./opinion/spell.ts";
import { isWordAndLongNumber, NAMES, NAMING } from "./password-shapes.ts";

/** Words and a number with dashes between, as many people choose passwords: `amber-nimbus-7806`. */
const WORDS = /^[a-z]{3,12}(?:-[a-z]{3,12}){1,5}-?\d{2,6}$/i;
/** Shapes of harmless values: paths, files, addresses, versions, dates, names in code. */
const HARMLESS = anyOf(
  String.raw`
  :// ^[~.]?/ /.*/ \.[a-z]{1,5}$ ^v?\d+(?:\.\d+)+ ^\d{4}-\d\d ^[^@\s]+@[\w-]+\.[a-z.]+$ ^[\w$]+(?:\.[\w$]+)+$
  ^[a-z-]*#[a-z-]+\d?$
  ^[a-z]+\d[a-z\d]*(?:_[a-z]{2,})+$
  [$%#]\{ ^\$ %[sd](?!\w) => \(\)
`,
  "i",
);

export function isDashedWithNumber(value: string): boolean {
  return value.length >= 10 && value.length <= 48 && WORDS.test(value) && !NAMES.test(value);
}

/**
 * Words and a number, joined by one of three signs: `amber_nimbus_7806`, `amber.nimbus.7806`. A year does not match,
 * since it may belong to a version.
 */
const JOINED = /^[a-z]{3,12}(?:([-_.])[a-z]{3,12})(?:\1[a-z]{3,12}){0,4}\1?(?!(?:19|20)\d\d$)\d{3,6}$/i;

/**
 * Whether a value consists of words and a number (see `JOINED`), and is not the name of a thing. This function is
 * called only if the value's name means a secret.
 */
export function isJoinedWithNumber(value: string): boolean {
  return value.length >= 14 && value.length <= 48 && JOINED.test(value) && !NAMES.test(value) && !THINGS.test(value);
}

/**
 * Whether a value is a row of words of one case, as a generator of passphrases joins them:
 * `marble-castle-falcon-river`.
 */
export function isGeneratedPhrase(value: string): boolean {
  if (!/^[a-z]{4,12}([-_])[a-z]{4,12}(?:\1[a-z]{4,12}){1,5}$/.test(value)) return false;
  return value.split(/[-_]/).every((word) => !NAMING.has(word) && !/(?:ed|ing|able|ly|word|tion)$/.test(word));
}

/** Whether a row of words has four words or more. Shorter rows are also names of texts and classes. */
export function isFourWords(row: string): boolean {
  return row.split(/[-_]/).length >= 4;
}

/** Words in the names of programs, hosts and records. */
const THINGS = anyOf(
  `
  app api svc service server host prod cert tls cluster config client user admin group team project account key
  auth data db repo item file ref name text label input field form button color font type kind code model gpt
  claude east west
`,
  "i",
);

/**
 * Whether a word in a text about a password or a key is a secret: its form is so odd that nobody would use it as a
 * word.
 */
export function isMadeUpWord(value: string): boolean {
  if (value.length < 8 || value.length > 256 || !/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  if (isDashedWithNumber(value) || isWordAndLongNumber(value)) return true;
  if (HARMLESS.test(value)) return false;
  return (
    /[!@#$%^&*?~+]/.test(value) ||
    isRandom(value) ||
    (/[a-z]/.test(value) && /[A-Z]/.test(value) && /^\w+$/.test(value) && (value.match(/\d/g)?.length ?? 0) > 1)
  );
}

/**
 * Whether a word has a number in its middle, as people join two words to a password: `kestrel47vex`. Names in code have
 * one digit there, or a short word before the number.
 */
export function hasNumberInside(value: string): boolean {
  return /^[A-Za-z]?[a-z]{4,12}\d{2,4}[a-z]{2,8}$/.test(value) && value.length >= 8;
}

/** The end of an adjective, an adverb or an abstract noun, as texts about a password have these. */
const OF_TEXT = /(?:ed|ing|able|ible|ly|tion|tions|ness|ments?|ity|ous|ful|less|ive|ical|ized?|ised?)$/;
/** Words that are joined by dashes or capitals, and a run of small letters. */
const PARTS = /^(?:[A-Za-z]{3,12}(?:[-_][A-Za-z]{3,12}){1,5}|(?:[A-Z][a-z]{2,11}){2,4}|[a-z]{16,40})$/;

/**
 * Whether a word of letters in a text about a password is one: words that neither code nor texts about passwords have,
 * joined by dashes (three words, or two with capitals), by capitals, or not at all: `walnut-harbor-kite`,
 * `Regenbogen-Kutsche`, `TigerRocket`, `purplemonkeydishwasher`.
 */
export function isJoinedPhrase(value: string): boolean {
  if (!PARTS.test(value) || OF_TEXT.test(value)) return false;
  const parts = value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  if (parts.length === 1) return spell(value).bits / value.length > 4.3;
  const isJoined = /[-_]/.test(value);
  if (isJoined && parts.length < 3 && !parts.every((part) => /^[A-Z]/.test(part))) return false;
  return parts.every((part) => {
    const lower = part.toLowerCase();
    return !NAMING.has(lower) && !OF_TEXT.test(lower) && wordBits(lower) === undefined;
  });
}

/**
 * Whether a text is a row of four to eight words without a word of a sentence, as people choose a passphrase: `correct
 * horse battery staple`. One word of four may be a word of code.
 */
export function isSpacedPhrase(text: string): boolean {
  if (!/^[a-z]{3,10}(?: (?:[a-z]{3,10}|\d{1,4})){3,7}$/.test(text)) return false;
  const words = text.split(" ");
  const known = words.filter((word) => wordBits(word) !== undefined || NAMING.has(word) || OF_TEXT.test(word));
  return known.length * 4 <= words.length && new Set(words).size === words.length;
}

/** A typed password at the beginning of a text: letters, digits and signs in one short word. */
const TYPED =
  /^(?=[^\s"'`]{0,24}[0-9])(?=[^\s"'`]{0,24}[!@#$%^&*?~+])[A-Za-z][^\s"'`()[\]{}<>=;,]{7,32}[),.]{0,2}(?:\s|$)/;

/** Whether a text behind the bare name of a password begins with a password. */
export function isTypedAlone(text: string): boolean {
  return TYPED.test(text);
}
