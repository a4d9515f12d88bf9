import { pattern } from "../../kit/word-pattern.ts";
import { isRandom } from "./is-random.ts";
import { isScrambled, isSignedPassword, NAME_IN_CODE } from "./password-shapes.ts";
import type { ValueContext } from "./value-traits.ts";

/** A template that code fills in, with nothing made up around the places: `sb-${host}-token`. */
export function isFilledIn(value: string): boolean {
  return /[$#]\{[^}]*\}/.test(value) && !isRandom(value.replace(/[$#]\{[^}]*\}/g, ""));
}

/** A token of two parts: no code, for all its signs. */
export function isMadeUpCode(value: string, place: ValueContext): boolean {
  if (place.data && (isParted(value) || isSignedPassword(value))) return true;
  return /^(?!this\.)[\w$]+\.[\w$]+$/.test(value) && isRandom(value.slice(value.indexOf(".") + 1));
}

/**
 * Two runs of letters and digits with a sign between them that are no names: `YIcZ(6AyQXCFH`, `Winter.tiger7`. Of
 * `GTXM.pJD30rNG` the second one alone tells.
 */
function isParted(value: string): boolean {
  const [, first = "", second = ""] = /^([A-Za-z0-9]{2,12})[.()<;|:,]([A-Za-z0-9]{4,24})$/.exec(value) ?? [];
  if (second === "" || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  if (/^[A-Z][a-z]{3,}\.[a-z]{3,}\d{1,4}$/.test(value)) return !NAMES_OF_CODE.test(value);
  return isScrambled(first) || isScrambled(second) || (!NAME_IN_CODE.test(first) && !NAME_IN_CODE.test(second));
}

/** One of the two words, or its end: `AppConfig.token1`. */
const NAMES_OF_CODE = pattern("i")`
    (?:^|config|\.)(?:config|settings?|env(?:ironment)?|self|this|props|options?|params?|users?|apps?|tests?|data|
    secrets?|credentials?|accounts?|login|form|request|response|session|context|state|model|utils?|const|keys?|
    tokens?|pass(?:word|wd)?|auth)\d*(?:\.|$)
  `;
