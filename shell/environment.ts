import { anyOf } from "../kit/word-pattern.ts";
import { hasFlag, kindOf, onlyPrints, columnOf } from "./programs.ts";

/** Stands for the whole environment, in texts that are handed on; no script can hold it. */
export const ENVIRONMENT = "\u0002environment\u0002";

const FILE = /^\/proc\/(?:self|thread-self|\d+|\$\$|\$\{?\w+\}?|\*)\/environ$/;

/** The whole environment, in code. */
export const WHOLE_ENVIRONMENT = anyOf(String.raw`
  process\.env\b(?!\.\w|\[) os\.environ\b(?!\[|\.get|\.pop|\.set) \bENV\.(?:to_h|each|inspect) getenv\(\)
  dotenv_values\( %ENV\b dotenv\b.{0,80}\.parsed\b \$_ENV\b(?!\[) \bENVIRON\b(?!\[["']) os\.Environ\(\)
  Deno\.env\.toObject Bun\.env\b(?!\.\w|\[)
`);

/** Whether a text that a command is given is the environment, or names the file of one. */
export function holdsEnvironment(text: string): boolean {
  return text.includes(ENVIRONMENT) || FILE.test(text);
}

/** Whether a command prints every variable that it has, by its row or by its code. */
export function printsEnvironment(name: string, own: readonly string[]): boolean {
  if (hasFlag(own, columnOf(name, "printsEnvironment"))) return true;
  if (onlyPrints(name) && own.some((word) => FILE.test(word))) return true;
  return (
    (kindOf(name) === "code" || columnOf(name, "wordsAreCode") === true || name.endsWith("awk")) && own.some(isWhole)
  );
}

function isWhole(word: string): boolean {
  return WHOLE_ENVIRONMENT.test(word);
}

/** Commands that leave only the names of lines of variables. */
const NAMES = /^cut (?=.*-d ?=)(?=.*-f ?1(?: |$))|^[efz]?grep (?:.* )?-\w*[cq]/;

/** Whether a command's input is still in its output: not in numbers, sums or an answer. */
export function handsOn(name: string, own: readonly string[]): boolean {
  return !/^(?:look|derive|send|echo)$/.test(kindOf(name) ?? "") && !NAMES.test([name, ...own].join(" "));
}
