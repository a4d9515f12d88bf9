import { anyOf, pattern } from "../../kit/word-pattern.ts";
import { wordList } from "../../kit/words.ts";
import { turnsIn } from "./value-traits.ts";

/** Parts of words that name a thing or speak about a password: a value that holds such a part is no password. */
export const NAMES = anyOf(
  `
  pass secret token example test demo sample change your step version release build node page part phase ticket
  issue commit branch feature sprint chapter section error port
`,
  "i",
);

/** Whole words that name a thing or speak about a password: a value that holds such a word is no password. */
export const NAMING = wordList(
  "pass phrase secret secrets token tokens example test tests demo sample change step version release build node " +
    "page part phase ticket issue commit branch feature error port server service host prod cert cluster config " +
    "client user users admin group team project account auth data repo item file files name text label input field " +
    "form button color type kind code model with your from that this into must only also case sensitive strong weak " +
    "long short time once hash base plain value values default empty none null true false when then than have here " +
    "there path home local remote root main master store vault manager object string number list view link keys",
);

/** Words that have a number behind them in code and in the names of standards: `sha256`. */
const COUNTED = wordList(
  "sha aes rsa utf rfc iso ascii app api svc line column row index num param arg var val localhost http https status " +
    "max min len length size count level mode option msg str message database",
);

/**
 * Whether a value has a shape that people or generators give to passwords, and that no name of a thing has. This
 * function is called only if the value's name means a password.
 */
export function isPasswordShape(value: string): boolean {
  return isWordAndNumber(value) || isJoinedWithShortNumber(value) || hasMadeUpPart(value);
}

/** A word, perhaps a sign, and a number, as people lengthen a word for a password: `Maple.9391x`, `winter-2210!`. */
const NUMBERED = /^[A-Z]?[a-z]{2,15}[-_.:/]?\d{3,6}[A-Za-z]{0,3}[!?#*]?$/;

/** Whether a value is a word and a number, and not the name of a thing, an algorithm or a port. */
export function isWordAndNumber(value: string): boolean {
  return NUMBERED.test(value) && isNoThing(/^[A-Za-z]+/.exec(value)![0]);
}

/** Whether a value in prose is a word and a number of at least four digits, which is no port and no part of a path. */
export function isWordAndLongNumber(value: string): boolean {
  return /[a-z][-_.]?\d{4,6}(?![\d:/])/.test(value) && isWordAndNumber(value);
}

/** Whether a value is two or three words and a number: `copper_meadow23`. */
function isJoinedWithShortNumber(value: string): boolean {
  return (
    /^[A-Za-z]{3,12}(?:([-_.])[A-Za-z]{3,12})(?:\1[A-Za-z]{3,12})?\d{2,4}[!?#*]?$/.test(value) &&
    value.match(/[A-Za-z]+/g)!.every(isNoThing)
  );
}

function isNoThing(word: string): boolean {
  const lower = word.toLowerCase();
  return !NAMES.test(lower) && !NAMING.has(lower) && !COUNTED.has(lower);
}

/** Whether a value is an app password of Google: four groups of four letters. */
export function isOfApp(value: string): boolean {
  return /^[a-z]{4}(?: [a-z]{4}){3}$/.test(value) && !/^abcd|^(.)\1{3}/.test(value);
}

/**
 * Whether a value has a part between signs in which digits and letters, or letters of both cases, alternate more than
 * in any word: `x7Kd-9fQ2`.
 */
function hasMadeUpPart(value: string): boolean {
  if (/\s/.test(value) || !/[a-z]/i.test(value)) return false;
  return value
    .split(/[^A-Za-z0-9]+/)
    .some((part) => !/^0x/i.test(part) && (isScrambledPart(part) || isHumpless(part) || isBroken(part)));
}

/** Whether a part is letters of both cases without a word among them: `kJhGtRwQ`. */
export function isHumpless(part: string): boolean {
  if (!/^[A-Za-z]{8,}$/.test(part)) return false;
  const humps = part.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).length;
  return humps >= 4 && part.length <= humps * 2.5;
}

/** Whether a part has letters of both cases and a digit before a letter, and is no name in code. */
export function isScrambledPart(part: string): boolean {
  return /\d[A-Za-z]/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part) && !NAME_IN_CODE.test(part);
}

export const NAME_IN_CODE = pattern()`
    ^(?:[A-Z]?[a-z]{3,}\d{0,3}(?:[A-Z][a-z]+\d{0,3})*|[A-Z]?[a-z]{1,2}\d{1,3}(?:[A-Z][a-z]{2,}\d{0,3})+|
    [a-z]{1,2}(?:[A-Z][a-z]{2,}\d{0,3})+|[A-Z][A-Z0-9]*)$
  `;

/**
 * Whether a value is a password that begins with a sign, though in code such a sign may stand before a name:
 * `*Copper37`.
 */
export function isSignedPassword(value: string): boolean {
  const rest = value.slice(1);
  return /^[!&*@%+|^#-][A-Za-z0-9]/.test(value) && (hasMadeUpPart(rest) || /^[A-Z][a-z]+\d{2,}[!?#*]?$/.test(rest));
}

/**
 * Whether letters and digits alternate at least three times in a part, and a letter stands between digits or a digit
 * between letters.
 */
function isBroken(part: string): boolean {
  return part.length >= 4 && turnsIn(part) >= 3 && /\d[a-z]+\d|[A-Z]\d+[a-z]|\d[A-Z]+\d/.test(part);
}
