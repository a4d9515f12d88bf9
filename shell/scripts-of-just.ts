import { expandJust, type Lookup } from "./expand-just.ts";
import type { Justfile, Recipe } from "./justfile.ts";

/** The scripts of the recipes that words name with their arguments, each after the recipes that it needs. */
export function scriptsOfJust(
  { recipes, variables, setUp }: Justfile,
  words: readonly string[],
  most: number,
): string[] {
  const set = new Map(assignmentsIn(words));
  const taken = new Set<string>();
  const scripts: string[] = [];
  const take = (name: string, given: readonly string[], isNeed: boolean): void => {
    const recipe = recipes.get(name);
    const key = [name, ...given].join("\0");
    if (!recipe || (isNeed && taken.has(key)) || taken.size === most) return;
    taken.add(key);
    const values = new Map<string, string>();
    const lookup: Lookup = (one) => values.get(one) ?? set.get(one) ?? variables.get(one);
    for (const [at, { name: parameter, usual, isRest }] of recipe.parameters.entries()) {
      const value = isRest && at < given.length ? given.slice(at).join(" ") : given[at];
      if (value !== undefined) values.set(parameter, quoted(value));
      else if (usual !== undefined) values.set(parameter, usual);
      else if (isRest) values.set(parameter, "''");
    }
    for (const [, inBrackets, alone] of recipe.needs.matchAll(/\(([^()]*(?:\([^()]*\)[^()]*)*)\)|([A-Za-z_][\w-]*)/g)) {
      const [need = "", ...own] = (inBrackets ?? alone!).match(/(?:"[^"]*"|'[^']*'|\([^)]*\)|[^\s"'(])+/g) ?? [];
      take(
        need,
        own.map((one) => expandJust(one, lookup)),
        true,
      );
    }
    const script = scriptOf(recipe.lines, lookup);
    if (script !== "") scripts.push([...setUp, script].join("\n"));
  };
  for (const [name, given] of namedIn(words, recipes)) take(name, given, false);
  return scripts;
}

function assignmentsIn(words: readonly string[]): [string, string][] {
  return words.flatMap((word) => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [[name, quoted(value!)] as [string, string]];
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "")}'`;
}

/** The recipes that words name, each with the words behind it that its parameters take. */
function namedIn(
  words: readonly string[],
  recipes: ReadonlyMap<string, Recipe>,
): (readonly [string, readonly string[]])[] {
  const own = words.filter((word) => !/^\w+=/.test(word));
  const named: (readonly [string, readonly string[]])[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const recipe = recipes.get(own[at]!);
    if (!recipe) continue;
    const most = recipe.parameters.some(({ isRest }) => isRest) ? own.length : recipe.parameters.length;
    const given = own.slice(at + 1, at + 1 + most);
    named.push([own[at]!, given]);
    at += given.length;
  }
  const [first] = recipes.keys();
  return named.length > 0 || first === undefined ? named : [[first, []]];
}

/** The lines of a recipe as a script: each runs in a shell of its own, or all in the interpreter that `#!` names. */
function scriptOf(lines: readonly string[], lookup: Lookup): string {
  const filled = lines.map((line) =>
    line.replace(/\{\{(.{1,500}?)\}\}/g, (_, inside: string) => expandJust(inside.trim(), lookup)),
  );
  const [start = ""] = filled;
  const indent = /^\s*/.exec(start)![0].length;
  const own = filled.map((line) => line.slice(Math.min(indent, /^\s*/.exec(line)![0].length)));
  if (!own[0]?.startsWith("#!")) {
    const commands = own.map((line) => line.trim().replace(/^[@-]+\s*/, "")).filter((line) => line !== "");
    return commands.length === 1 ? commands[0]! : commands.map((line) => `(${line}\n)`).join("\n");
  }
  const program = /([\w.]+)\s*$/.exec(own[0].replace(/\s-\S+/g, ""))?.[1] ?? "sh";
  if (program.endsWith("sh")) return own.slice(1).join("\n");
  return `${program} - <<'END_OF_RECIPE'\n${own.slice(1).join("\n")}\nEND_OF_RECIPE`;
}
