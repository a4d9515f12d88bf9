import { inShell } from "../kit/in-shell.ts";
import { folderOf, joined } from "./path-functions.ts";

/** A parameter of a recipe. */
interface Parameter {
  readonly name: string;
  /** The expression of the value that the parameter has if the call gives none. */
  readonly usual?: string;
  /** Takes all words that are left: `+files`. */
  readonly isRest: boolean;
}

interface Recipe {
  readonly parameters: readonly Parameter[];
  /** The recipes that this one needs, as written: `build (test "x") && after`. */
  readonly needs: string;
  readonly lines: string[];
}

/** The recipes and variables of a justfile. */
export interface Justfile {
  readonly recipes: ReadonlyMap<string, Recipe>;
  /** Name → expression. */
  readonly variables: ReadonlyMap<string, string>;
  /** The commands of a shell by which the recipes get variables. */
  readonly setUp: readonly string[];
}

const VARIABLE = /^(export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/;
const RECIPE = /^@?([A-Za-z_][\w-]*)((?:\s+[^:=\s](?:"[^"]*"|'[^']*'|\([^)]*\)|[^:\s"'(])*)*)\s*:(?!=)\s*(.*)$/;
const IMPORT = /^import\??\s+["'](.+)["']\s*$/;
const DOTENV = /^set\s+dotenv-(?:load|required)(?:\s*:=\s*true)?\s*$/;
const DOTENV_FILE = /^set\s+dotenv-(?:filename|path)\s*:=\s*["'](.+)["']/;
const DEEPEST = 12;

/** Parses a justfile. @param read returns the text of an imported file */
export function parseJustfile(text: string, read: (file: string) => string | undefined): Justfile {
  const variables = new Map<string, string>();
  const recipes = new Map<string, Recipe>();
  const setUp: string[] = [];
  const readText = (one: string, depth: number): void => {
    let open: Recipe | undefined;
    for (const line of one.replace(/\\\r?\n\s*/g, " ").split(/\r?\n/)) {
      if (/^\s+\S/.test(line)) open?.lines.push(line);
      if (line.trim() === "") open?.lines.push("");
      const [, file] = IMPORT.exec(line) ?? [];
      const imported = file === undefined || depth > DEEPEST ? undefined : read(file);
      if (imported !== undefined) readText(imported, depth + 1);
      const [, loaded = DOTENV.test(line) ? ".env" : undefined] = DOTENV_FILE.exec(line) ?? [];
      if (loaded !== undefined)
        setUp.push(`set -a; . ${inShell(loaded.includes("/") ? loaded : `./${loaded}`)}; set +a`);
      const [, exports, variable, value = ""] = VARIABLE.exec(line) ?? [];
      if (variable !== undefined) variables.set(variable, value);
      if (exports !== undefined) setUp.push(`export ${variable}="${expand(value, (name) => variables.get(name))}"`);
      const [, name, parameters = "", needs = ""] = variable === undefined ? (RECIPE.exec(line) ?? []) : [];
      if (name === undefined || /^(?:set|alias|import|mod)$/.test(name)) continue;
      open = { needs: needs.replace(/\s#.*$/, ""), parameters: parametersIn(parameters), lines: [] };
      recipes.set(name, open);
    }
  };
  readText(text, 0);
  return { variables, recipes, setUp };
}

function parametersIn(text: string): Parameter[] {
  return (text.match(/(?:"[^"]*"|'[^']*'|\([^)]*\)|[^\s"'(])+/g) ?? []).map((one) => {
    const [, name = "", usual] = /^[*+$]*([^=]*)(?:=(.*))?$/s.exec(one) ?? [];
    return { name, ...(usual !== undefined && { usual }), isRest: /^\$?[*+]/.test(one) };
  });
}

type Lookup = (name: string) => string | undefined;

/** The text of an expression for a shell: `env("HOME") / "x"` becomes `${HOME}/x`. */
function expand(expression: string, lookup: Lookup, depth = 0): string {
  if (depth > DEEPEST) return "";
  const [first = "", ...rest] = partsOf(expression, /^[+/]$/);
  let value = operand(first.trim(), lookup, depth + 1);
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const next = operand(rest[at + 1]!.trim(), lookup, depth + 1);
    value = rest[at] === "/" ? joined([value, next.replace(/^\/+/, "")]) : value + next;
  }
  return value;
}

/** Splits an expression at signs that stand outside of quotes and brackets; the signs are kept. */
function partsOf(expression: string, signs: RegExp): string[] {
  const parts = [""];
  let level = 0;
  for (const [piece] of expression.matchAll(/"(?:[^"\\]|\\.){0,2000}"|'[^']{0,2000}'|`[^`]{0,2000}`|[^]/g)) {
    if (/^[({]$/.test(piece)) level += 1;
    if (/^[)}]$/.test(piece)) level -= 1;
    if (level === 0 && signs.test(piece)) parts.push(piece, "");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

function operand(text: string, lookup: Lookup, depth: number): string {
  const [, quote, inside = ""] = /^(["'`])(.*)\1$/s.exec(text) ?? [];
  if (quote === "`") return `$(${inside})`;
  if (quote !== undefined) return quote === '"' ? inside.replace(/\\(.)/gs, "$1") : inside;
  if (text.startsWith("(") && text.endsWith(")")) return expand(text.slice(1, -1), lookup, depth);
  const [, one = "", other = ""] = /^if\b[^{]*\{([^}]*)\}\s*else\s*\{([^}]*)\}$/s.exec(text) ?? [];
  if (one !== "") return [one, other].map((part) => expand(part.trim(), lookup, depth)).join(" ");
  const [, name, given] = /^([\w-]+)\((.*)\)$/s.exec(text) ?? [];
  if (name !== undefined)
    return called(
      name,
      partsOf(given!, /^,$/)
        .filter((part) => part !== ",")
        .map((part) => expand(part.trim(), lookup, depth)),
    );
  const value = lookup(text);
  if (value !== undefined) return expand(value, lookup, depth);
  return /^[A-Za-z_][\w-]*$/.test(text) ? `\${${text.replaceAll("-", "_")}}` : text;
}

function called(name: string, [first = "", second]: readonly string[]): string {
  if (/^env(?:_var)?(?:_or_default)?$/.test(name))
    return second === undefined ? `\${${first}}` : `\${${first}:-${second}}`;
  if (/^(?:justfile|invocation|source)_dir(?:ectory)?$/.test(name)) return "$PWD";
  if (/^home_dir(?:ectory)?$/.test(name)) return "$HOME";
  if (/^parent_dir(?:ectory)?$/.test(name)) return folderOf(first);
  if (name === "shell") return `$(${first})`;
  return second === undefined ? first : joined([first, second]);
}

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
        own.map((one) => expand(one, lookup)),
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
    line.replace(/\{\{(.{1,500}?)\}\}/g, (_, inside: string) => expand(inside.trim(), lookup)),
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
