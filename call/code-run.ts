import { inShell } from "../kit/in-shell.ts";
import { isObject, type Json } from "../kit/json.ts";
import { oneOf } from "../kit/word-pattern.ts";

/** Words in the name of a tool that runs its arguments. */
const RUNS = oneOf("execute exec run eval evaluate repl ipython interpreter");
/** Keys of code in a tool's arguments: `code`, `cell_source`, `python_code`. */
const CODES = /^(?:\w{1,20}_)?(?:code|source|snippet)$/i;
const LANGUAGES = /^(?:language|lang|kernel|runtime)$/i;

/** Words for languages in the names and arguments of tools, each with the command that runs such code. */
const INTERPRETERS: readonly (readonly [words: RegExp, command: string])[] = [
  [oneOf("bash sh shell zsh"), ""],
  [oneOf("powershell pwsh"), "pwsh -Command"],
  [oneOf("javascript js node nodejs typescript ts deno bun"), "node -e"],
  [oneOf("ruby rb"), "ruby -e"],
  [oneOf("php"), "php -r"],
  [oneOf("perl"), "perl -e"],
];

/** Matches a notebook's cell that is a script as a whole, and a line of a cell that is one: `!ls`, `%sx ls`. */
const SCRIPT_CELL = /^\s*%%(?:bash|sh|script \w+|!)[^\n]*\n/;
const SCRIPT_LINE = /^[ \t]*(?:!!?|%(?:sx|system) )(.+)$/gm;

/** Whether a tool runs code in its arguments, by the words of its name: a notebook, an application with scripts. */
export function runsCode(words: readonly string[], input: Json | undefined): boolean {
  return words.some((word) => RUNS.test(word)) && codesIn(input).length > 0;
}

/**
 * Shell scripts of the same effect as the code that a tool runs. The language is a word of the tool's name or an
 * argument, else Python.
 *
 *     execute_code { code: "!ls\nimport os" }                → ["ls", "python3 -c '!ls\nimport os'"]
 *     run_code { language: "javascript", code: "fetch(…)" }  → ["node -e 'fetch(…)'"]
 */
export function codeScripts(words: readonly string[], input: Json | undefined): string[] {
  if (!runsCode(words, input)) return [];
  const named = isObject(input)
    ? Object.entries(input).flatMap(([key, value]) => (LANGUAGES.test(key) && typeof value === "string" ? value : []))
    : [];
  const told = [...named.map((word) => word.toLowerCase()), ...words];
  const [, command = "python3 -c"] = INTERPRETERS.find(([names]) => told.some((word) => names.test(word))) ?? [];
  return codesIn(input).flatMap((code) => {
    const cell = SCRIPT_CELL.exec(code);
    if (cell || command === "") return [cell ? code.slice(cell[0].length) : code];
    return [...[...code.matchAll(SCRIPT_LINE)].map(([, script]) => script!), `${command} ${inShell(code)}`];
  });
}

/** A tool's arguments without code and its language, since a shell reads neither. */
export function withoutCode(input: Json | undefined): Json | undefined {
  if (!isObject(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => !CODES.test(key) && !LANGUAGES.test(key)));
}

export function codesIn(input: Json | undefined): string[] {
  if (!isObject(input)) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    CODES.test(key) && typeof value === "string" && value !== "" ? [value] : [],
  );
}
