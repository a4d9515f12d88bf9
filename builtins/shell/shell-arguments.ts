import { isObject, parseJson, type Json } from "../../kit/json.ts";

/** What the arguments of a tool that runs a shell come to. */
export interface ShellArguments {
  /** What it runs, to be parsed by `parseShell`. */
  readonly scripts: readonly string[];
  /** What a command is given beside its words: its environment and what is typed into it. */
  readonly given: readonly string[];
}

/** Remarks to a command, and where it runs. */
const REMARKS = /^(?:description|explanation|reason|title|summary|cwd|workdir|working_?dir(?:ectory)?)$/i;
const GIVEN = /^(?:env(?:ironment)?(?:_?(?:vars?|variables))?|stdin|chars|code|source)$/i;

/**
 * Finds the scripts in a tool's arguments, wherever they stand: agents give them many names. A list may be one of
 * scripts or the words of one command, so it is read as both; some agents put it as JSON into a text.
 *
 *     { command: "ls -l", description: "…" }     → scripts ["ls -l"]
 *     { cmd: ["bash", "-lc", "cat a"] }          → scripts ["bash -lc 'cat a'", "bash", "-lc", "cat a"]
 *     { command: "cat", args: ["a"], env: {…} }  → scripts ["cat a", "cat", "a"], given ["{…}"]
 */
export function shellArguments(input: Json | undefined): ShellArguments {
  const found: { scripts: string[]; given: string[] } = { scripts: [], given: [] };
  collect(input ?? null, found);
  return found;
}

function collect(value: Json, found: { scripts: string[]; given: string[] }): void {
  if (typeof value === "string") {
    const list = /^\s*\[/.test(value) ? parseJson(value) : undefined;
    if (Array.isArray(list)) collect(list, found);
    else found.scripts.push(value);
  } else if (Array.isArray(value)) {
    const words = value.filter((word) => typeof word === "string");
    if (words.length === value.length && words.length > 1) found.scripts.push(words.map(quoted).join(" "));
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

/** A word as a shell's script has it. */
function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
