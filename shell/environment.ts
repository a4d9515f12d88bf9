import { anyOf } from "../kit/word-pattern.ts";
import { filesRead } from "./effects.ts";
import { hasFlag, kindOf, onlyPrints, columnOf } from "./programs.ts";

/**
 * Stands for all environment variables in the texts that one command passes to another. No script can hold this text.
 */
export const ENVIRONMENT = "\u0002environment\u0002";

const FILE = /^\/proc\/(?:self|thread-self|\d+|\$\$|\$\{?\w+\}?|\*)\/environ$/;

/** Matches code that reads the whole environment. */
export const WHOLE_ENVIRONMENT = anyOf(String.raw`
  process\.env\b(?!\.\w|\[) os\.environ\b(?!\[|\.get|\.pop|\.set) \bENV\.(?:to_h|each|inspect) getenv\(\)
  dotenv_values\( %ENV\b dotenv\b.{0,80}\.parsed\b \$_ENV\b(?!\[) \bENVIRON\b(?!\[["']) os\.Environ\(\)
  Deno\.env\.toObject Bun\.env\b(?!\.\w|\[)
`);

/**
 * Whether a text of a command's input or arguments is the environment, or the path of a process's environment in
 * `/proc`.
 */
export function holdsEnvironment(text: string): boolean {
  return text.includes(ENVIRONMENT) || isFile(text);
}

/** Whether a command prints all its variables, by its program's row or by the code in its arguments. */
export function printsEnvironment(name: string, own: readonly string[]): boolean {
  if (hasFlag(own, columnOf(name, "printsEnvironment"))) return true;
  if (onlyPrints(name) && own.some(isFile)) return true;
  return (
    (kindOf(name) === "code" || columnOf(name, "wordsAreCode") === true || name.endsWith("awk")) && own.some(isWhole)
  );
}

function isFile(word: string): boolean {
  return word.startsWith("/proc/") && FILE.test(word);
}

function isWhole(word: string): boolean {
  return WHOLE_ENVIRONMENT.test(word);
}

/** Matches commands that reduce lines `NAME=value` to names or to a number. */
const NAMES = /^cut (?=.*-d ?=)(?=.*-f ?1(?: |$))|^[efz]?grep (?:.* )?-\w*[cq]/;

/**
 * Whether a command's output may hold the command's input. An output of numbers or checksums and a server's answer do
 * not.
 */
export function handsOn(name: string, own: readonly string[]): boolean {
  return !/^(?:look|derive|send|echo)$/.test(kindOf(name) ?? "") && !NAMES.test([name, ...own].join(" "));
}

/** Words of awk, sed and jq that name no value. */
const OF_LANGUAGE = /\b(?:print\w*|BEGIN|END|g?sub|split|length|true|false|raw)\b/g;

/**
 * Whether a command passes on only values that its arguments name: `grep TOKEN`, `sed -n 's/^TOKEN=//p'`, `jq -r
 * .token`.
 */
export function picksValues(name: string, own: readonly string[]): boolean {
  const kind = kindOf(name);
  if (kind === "select") return own.some((word) => /^\.\w/.test(word));
  if (kind !== "search" && kind !== "part") return false;
  if (kind === "search" && own.some((word) => /^-\w*v|^--invert/.test(word))) return false;
  const { files } = filesRead(name, own);
  return own.some((word) => !files.includes(word) && /[A-Za-z_]{4}/.test(word.replace(OF_LANGUAGE, "")));
}
