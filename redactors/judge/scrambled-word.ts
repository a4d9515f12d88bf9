import { alternatives, pattern } from "../../kit/word-pattern.ts";
import { isRandom } from "./is-random.ts";
import { isScrambledPart, isSignedPassword, NAME_IN_CODE } from "./password-shapes.ts";
import type { Place } from "./place.ts";
import { turnsIn } from "./value-traits.ts";

/** The least characters of a scrambled word. A shorter word may be something else. */
const LEAST = 10;
export const MOST_SCRAMBLED = 64;

/**
 * Whether a word that stands alone behind its name is a password of letters, digits and signs in any order. Code has
 * such signs, too, so the word must hold two faults that no programming language allows.
 */
export function isScrambledWord(word: string): boolean {
  if (word.length < LEAST || word.length > MOST_SCRAMBLED) return false;
  const turns = turnsIn(word) / (word.length - 1);
  if (turns < 0.4 || !/[a-z]/.test(word) || !/[A-Z0-9]/.test(word) || WRITTEN.test(word)) return false;
  const names = word.match(/[A-Za-z0-9]{5,}/g)?.filter(isNoName).length ?? 0;
  const isMixed = turns >= 0.7 && /[@#~^%!$]/.test(word) && new Set(word.replace(/\w/g, "")).size >= 5;
  return (word.match(FAULTS)?.length ?? 0) + misnestings(word) + names + Number(isMixed) + Number(isRandom(word)) >= 2;
}

/**
 * Texts with signs that are no passwords: templates and look-ups, addresses and paths, regular expressions, escapes,
 * formats of dates and numbers, rows of one sign or letter, texts in quotes.
 */
const WRITTEN = pattern()`
    \x86|[$#%]\{[\w.:!-]+\}|\{\{|\}\}|<%|%>|\$\([a-z_]{3}|\$\{\w{3}|^<[\w -]+>$|^%\w+%$|^@@?\w+@@?$|
    %\(\w|^\$[A-Za-z_]\w*[;,]?$|
    ^[\w./-]+$|^//|://|(?:%[\dA-F]{2}.*){2}|^(?:qr|m)?/.+/[a-z]{0,3}(?:[.,;)]|$)|^/?\^.*\$[/a-z]*[,;]?$|
    a-z|A-Z|0-9|\\[dwsbWDSpPEx]|\(\?[:=!<P]|\.[*+]|\{\d+,\d*\}|(?:%[A-Za-z].*){3}|
    ([^\w])\1{2}|([A-Za-z0-9])\2{3}|(["'\x60]).*\3|!@#\$
  `;

/** Whether a part of a word is no name: it is scrambled, and no hexadecimal number and no type like `IA5String`. */
function isNoName(part: string): boolean {
  return isScrambledPart(part) && !/^0[xX]|^[A-Z]+\d{1,3}(?:[A-Z]?[a-z]+)+$/.test(part);
}

/** Signs except brackets, as part of a character class. */
const SIGNS = String.raw`!#$%&*+./:;<=>?@^|~,\-`;

/** Rows of operators that programming languages allow, also with a sign of the next value at the end. */
const OPERATORS = alternatives(String.raw`
  (?:[=!]={1,2}|[<>]=|&&|\|\||\?\?=?|\?[.:]|[=-]>|::|\+\+|--|[-+*/%&|^:]=|<<|>>>?|\*\*|//|!!|=~)[-!&*~$]?
  (?:\.{2,3}|[>*!?&]{1,3}[,;.:>]|[=:,]?\.{0,2}/)[-!&*~$]? [=:,.&|+*?<>/-][-!&*~+$@%#/.] \$\.
`);

/** Digits before a letter, except for a number of another base (`0x1f`) and a number with a unit. */
const NUMBER =
  String.raw`(?<![\w$])(?!0[xXbBoO][\da-fA-F_]+[uUlLn]*(?!\w)|` +
  String.raw`\d+(?:[eE]\d+|px|r?em|ms|[smhdnfFlLuUi]|[kKMG]i?[bB]?)(?!\w))\d+[A-Za-z]`;

/**
 * Faults that no programming language allows: a number that goes on in letters; a sign behind a letter or digit that
 * joins nothing in code; a word right behind a closing bracket; a row of operators; a sign at the beginning that needs
 * something before it.
 */
const FAULTS = new RegExp(
  [
    NUMBER,
    String.raw`\w[#~@!'"](?=\w)|\w\$(?![A-Za-z_({]|\d+(?!\w))`,
    String.raw`(?<!^\([\w$*]+)[)\]}](?=\w)`,
    `(?<![${SIGNS}])(?!(?:${OPERATORS})(?![${SIGNS}]))[${SIGNS}]{2,}`,
    String.raw`^(?:[)\]},>|?;=/%^.]|<<)`,
  ].join("|"),
  "g",
);

/**
 * The end of a line whose brackets were opened on a line above. `GOES_ON` matches a line that continues on the line
 * below.
 */
const BEGUN_ABOVE = /[)\]},;:.'"]*$/;
const GOES_ON = /[([{,]$/;

/**
 * The number of faults in the nesting of brackets: two if a bracket is closed by another kind of bracket or was never
 * opened, and one for each place at which a bracket stays open. On a line that continues below, open brackets are no
 * fault.
 */
function misnestings(word: string): number {
  const open: number[] = [];
  const end = BEGUN_ABOVE.exec(word)?.index ?? word.length;
  for (let at = 0; at < word.length; at++) {
    const sign = word[at] as string;
    if ("([{".includes(sign)) open.push(at);
    else if (")]}".includes(sign)) {
      const opener = open.pop();
      if (opener === undefined ? at < end : word[opener] !== "([{"[")]}".indexOf(sign)]) return 2;
    }
  }
  return GOES_ON.test(word) ? 0 : open.filter((at, nth) => at - 1 !== open[nth - 1]).length;
}

/** Whether a value with signs of code is still a secret: a token of two parts or, among data, a password. */
export function isMadeUpCode(value: string, place: Place): boolean {
  if (place.data && (isParted(value) || isSignedPassword(value))) return true;
  // A member without a digit is a name: `jwt.JWTConfig`, `self._smtp_pass`.
  return /^(?!this\.)[\w$]+\.(?=\w*\d)[\w$]+$/.test(value) && isRandom(value.slice(value.indexOf(".") + 1));
}

/**
 * Whether a value consists of two runs of letters and digits with a sign between them, and the runs are no names in
 * code: `YIcZ(6AyQXCFH`, `Winter.tiger7`. If one run is scrambled, the other may be anything: `GTXM.pJD30rNG`.
 */
function isParted(value: string): boolean {
  const [, first = "", second = ""] = /^([A-Za-z0-9]{2,12})[.()<;|:,]([A-Za-z0-9]{4,24})$/.exec(value) ?? [];
  if (second === "" || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  if (/^[A-Z][a-z]{3,}\.[a-z]{3,}\d{1,4}$/.test(value)) return !NAMES_OF_CODE.test(value);
  return isScrambledPart(first) || isScrambledPart(second) || (!NAME_IN_CODE.test(first) && !NAME_IN_CODE.test(second));
}

/** A word that shows code, as the first word of a value or at the end of its second word: `AppConfig.token1`. */
const NAMES_OF_CODE = pattern("i")`
    (?:^|config|\.)(?:config|settings?|env(?:ironment)?|self|this|props|options?|params?|users?|apps?|tests?|data|
    secrets?|credentials?|accounts?|login|form|request|response|session|context|state|model|utils?|const|keys?|
    tokens?|pass(?:word|wd)?|auth)\d*(?:\.|$)
  `;
