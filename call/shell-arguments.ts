import { inShell } from "../kit/in-shell.ts";
import { isObject, parseJson, type Json } from "../kit/json.ts";

/** The arguments of a shell tool, by their meaning. */
export interface ShellArguments {
  /** Scripts that the tool may run, for `parseShell`, each once. */
  readonly scripts: readonly string[];
  /** Environment variables and input that the tool gives to a command. */
  readonly given: readonly string[];
}

/** Keys of descriptions and working folders, which hold no script. */
const REMARKS = /^(?:description|explanation|reason|title|summary|cwd|workdir|working_?dir(?:ectory)?)$/i;
const GIVEN = /^(?:env(?:ironment)?(?:_?(?:vars?|variables))?|stdin|chars|code|source)$/i;

/**
 * Finds the scripts in a tool's arguments at any depth, since agents use many keys. A list may hold several scripts or
 * the words of one command, so it is read in both ways. Some agents write the list as JSON in a text.
 *
 *     { command: "ls -l", description: "…" }     → scripts ["ls -l"]
 *     { cmd: ["bash", "-lc", "cat a"] }          → scripts ["bash -lc 'cat a'", "bash", "-lc", "cat a"]
 *     { command: "cat", args: ["a"], env: {…} }  → scripts ["cat a", "cat", "a"], given ["{…}"]
 */
export function shellArguments(input: Json | undefined): ShellArguments {
  const found: { scripts: string[]; given: string[] } = { scripts: [], given: [] };
  collect(input ?? null, found);
  return { ...found, scripts: [...new Set(found.scripts)] };
}

function collect(value: Json, found: { scripts: string[]; given: string[] }): void {
  if (typeof value === "string") {
    const list = /^\s*\[/.test(value) ? parseJson(value) : undefined;
    if (Array.isArray(list)) collect(list, found);
    else found.scripts.push(value);
  } else if (Array.isArray(value)) {
    const words = value.filter((word) => typeof word === "string");
    if (words.length === value.length && words.length > 1) found.scripts.push(words.map(inShell).join(" "));
    for (const item of value) collect(item, found);
  } else if (isObject(value)) {
    const { command, args } = value;
    if (typeof command === "string" && Array.isArray(args)) collect([command, ...args], found);
    for (const [key, item] of Object.entries(value)) {
      if (GIVEN.test(key)) found.given.push(typeof item === "string" ? item : JSON.stringify(item));
      else if (!REMARKS.test(key)) collect(item, found);
    }
  }
}

/** The keys of scripts in arguments, also with a prefix: `shell_command`. */
const RUNS =
  /^(?:(?:cli|shell|bash)_?)?(?:commands?|cmds?|scripts?|input|args|arguments)$|^(?:command|cmd)_?(?:line|string)$/i;
const SEVERAL = /^(?:commands|cmds|scripts)$/i;

/**
 * The scripts that a tool certainly runs, without repeats. A list is read as the words of one command, unless its key
 * or blanks in its first item show that it holds several scripts.
 *
 *     { cmd: ["bash", "-lc", "cat a"] }          → ["bash -lc 'cat a'"]
 *     { commands: ["cat a", "ls"] }              → ["cat a", "ls"]
 */
export function surelyRun(input: Json | undefined): string[] {
  if (!isObject(input)) return scriptsIn(input ?? null, false);
  const { command, args } = input;
  if (typeof command === "string" && Array.isArray(args)) return scriptsIn([command, ...args], false);
  const keys = Object.keys(input).filter((key) => RUNS.test(key));
  const chosen = keys.length > 0 ? keys : Object.keys(input).filter((key) => !REMARKS.test(key) && !GIVEN.test(key));
  return chosen.flatMap((key) => scriptsIn(input[key]!, SEVERAL.test(key)));
}

function scriptsIn(value: Json, areSeveral: boolean): string[] {
  if (isObject(value)) return surelyRun(value);
  if (typeof value === "string") {
    const list = /^\s*\[/.test(value) ? parseJson(value) : undefined;
    return Array.isArray(list) ? scriptsIn(list, areSeveral) : [value];
  }
  if (!Array.isArray(value)) return [];
  const words = value.filter((word) => typeof word === "string");
  const isCommand = words.length === value.length && words.length > 0 && !areSeveral && !/\s/.test(words[0]!);
  return isCommand ? [words.map(inShell).join(" ")] : value.flatMap((item) => scriptsIn(item, areSeveral));
}
