import { inShell } from "../kit/in-shell.ts";
import { expandJust } from "./expand-just.ts";

/** A parameter of a recipe. */
interface Parameter {
  readonly name: string;
  /** The expression of the value that the parameter has if the call gives none. */
  readonly usual?: string;
  /** Takes all words that are left: `+files`. */
  readonly isRest: boolean;
}

/** A recipe of a justfile. */
export interface Recipe {
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
/** The most levels of files that import one another. */
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
      if (exports !== undefined) setUp.push(`export ${variable}="${expandJust(value, (name) => variables.get(name))}"`);
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
