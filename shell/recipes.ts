import { inShell } from "../kit/in-shell.ts";
import { isObject, parseJson } from "../kit/json.ts";

/** A kind of file with scripts that are run by name: a makefile, a justfile, the `scripts` of a `package.json`. */
export type RecipeFile = "make" | "just" | "package";

/** The names by which the program finds its file, in the order of the search. */
export const RECIPE_FILES: Readonly<Record<RecipeFile, readonly string[]>> = {
  make: ["GNUmakefile", "makefile", "Makefile"],
  just: ["justfile", "Justfile", ".justfile"],
  package: ["package.json"],
};

/** The arguments of a command that runs recipes: names of recipes, assignments, and arguments of recipes. */
export interface RecipeWords {
  readonly kind: RecipeFile;
  readonly words: readonly string[];
  /** The folder in which the recipes run, relative to the command's folder; "" for the same folder. */
  readonly folder: string;
}

/** The most recipes that are read for one command, since recipes may need one another. */
const MOST = 50;

/** The recipes of a file, by name. */
export interface Recipes {
  has(name: string): boolean;
  /** The shell scripts of the recipes that `words` name, each after the recipes that it needs. */
  scriptsOf(words: readonly string[]): readonly string[];
}

/** Parses the recipes of a makefile, a justfile or a package.json. */
export function recipesIn(text: string, kind: RecipeFile): Recipes {
  if (kind === "package") return ofPackage(text);
  const book = kind === "make" ? rulesOfMake(text) : rulesOfJust(text);
  return { has: (name) => book.rules.has(name), scriptsOf: (words) => ofRules(book, words) };
}

function ofPackage(text: string): Recipes {
  const parsed = parseJson(text);
  const scripts = isObject(parsed) && isObject(parsed["scripts"]) ? parsed["scripts"] : {};
  const has = (name: string) => Object.hasOwn(scripts, name) && typeof scripts[name] === "string";
  const scriptsOf = (words: readonly string[]) => {
    const at = words.findIndex(has);
    if (at === -1) return [];
    const name = words[at]!;
    const given = words.slice(at + 1).map((word) => ` ${inShell(word)}`);
    return [`pre${name}`, name, `post${name}`].flatMap((one) =>
      has(one) ? [String(scripts[one]) + (one === name ? given.join("") : "")] : [],
    );
  };
  return { has, scriptsOf };
}

/** A rule of a makefile or a justfile. */
interface Rule {
  readonly needs: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly lines: string[];
}

/** A parameter of a recipe. */
interface Parameter {
  readonly name: string;
  /** The assignment of the value that the parameter has if the call gives none. */
  readonly usual?: string;
  /** Takes all words that are left: `+files`. */
  readonly isRest: boolean;
}

interface Rules {
  /** Assignments of the file, in the form of a shell. */
  readonly variables: readonly string[];
  readonly rules: ReadonlyMap<string, Rule>;
}

function ofRules({ variables, rules }: Rules, words: readonly string[]): string[] {
  const first = [...rules.keys()].find((name) => !name.startsWith("."));
  const named = words.filter((word) => rules.has(word));
  const wanted = named.length > 0 ? named : first === undefined ? [] : [first];
  const taken = new Set<string>();
  const scripts: string[] = [];
  const take = (name: string): void => {
    const rule = rules.get(name);
    if (!rule || taken.has(name) || taken.size === MOST) return;
    taken.add(name);
    rule.needs.forEach(take);
    if (rule.lines.length === 0) return;
    const given = valuesFor(rule.parameters, words.includes(name) ? words.slice(words.indexOf(name) + 1) : []);
    const set = words.flatMap((word) => (/^\w+=/.test(word) ? assigned(...(word.split(/=(.*)/s) as [string])) : []));
    scripts.push([...variables, ...set, ...given, ...rule.lines].join("\n"));
  };
  wanted.forEach(take);
  return scripts;
}

/** The assignments of a recipe's parameters: the given words, and the usual values of parameters without one. */
function valuesFor(parameters: readonly Parameter[], given: readonly string[]): string[] {
  return parameters.flatMap(({ name, usual, isRest }, at) => {
    const value = isRest && at < given.length ? given.slice(at).join(" ") : given[at];
    return value === undefined ? (usual ?? []) : assigned(name, value);
  });
}

function assigned(name: string, value?: string): string[] {
  return value === undefined ? [] : [`${name}=${inShell(value)}`];
}

const OF_MAKE = /^(?:(?:export|override)\s+)?([A-Za-z_]\w*)\s*(?::{0,3}|[?+!])=\s*(.*)$/;
const RULE_OF_MAKE = /^([^\s:#=][^:=]*?)\s*::?(?!=)\s*([^;]*)(?:;(.*))?$/;

function rulesOfMake(text: string): Rules {
  const variables: string[] = [];
  const rules = new Map<string, Rule>();
  let open: readonly Rule[] = [];
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (line.startsWith("\t")) {
      for (const rule of open) rule.lines.push(lineOfMake(line));
      continue;
    }
    const [, variable, value = ""] = OF_MAKE.exec(line) ?? [];
    if (variable !== undefined) variables.push(`${variable}="${lineOfMake(value).replaceAll('"', String.raw`\"`)}"`);
    const [, names, needs = "", same] = RULE_OF_MAKE.exec(line) ?? [];
    if (variable !== undefined || names === undefined) continue;
    open = names.split(/\s+/).map((name) => {
      const lines = [...(rules.get(name)?.lines ?? []), ...(same === undefined ? [] : [lineOfMake(same)])];
      const rule = { needs: [...(rules.get(name)?.needs ?? []), ...needs.split(/\s+/)], parameters: [], lines };
      rules.set(name, rule);
      return rule;
    });
  }
  return { variables, rules };
}

/** A line of a make recipe in the form of a shell: without `@`, `-` and `+` in front, `$(X)` as `${X}`, `$$` as `$`. */
function lineOfMake(line: string): string {
  return line
    .trim()
    .replace(/^[@+-]+\s*/, "")
    .replace(/\$\$|\$\((?:shell\s+)?|\$(?=\{)/g, (sign) =>
      sign === "$$" ? "$" : sign.startsWith("$(shell") ? "$(" : sign === "$(" ? "$\u0000" : sign,
    )
    .replace(/\$\u0000(\w+)\)/g, "${$1}")
    .replaceAll("\u0000", "(");
}

const OF_JUST = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/;
const RULE_OF_JUST = /^@?([A-Za-z_][\w-]*)((?:\s+[^:=\s][^:\s]*)*)\s*:(?!=)\s*(.*)$/;

function rulesOfJust(text: string): Rules {
  const variables: string[] = [];
  const rules = new Map<string, Rule>();
  let open: Rule | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s+\S/.test(line)) open?.lines.push(lineOfJust(line));
    const [, variable, value = ""] = OF_JUST.exec(line) ?? [];
    if (variable !== undefined) variables.push(`${variable}=${/^["'`]/.test(value) ? value : inShell(value)}`);
    const [, name, parameters = "", needs = ""] = RULE_OF_JUST.exec(line) ?? [];
    if (name === undefined || variable !== undefined) continue;
    open = {
      needs: needs.replace(/&&|[()]/g, " ").split(/\s+/),
      parameters: parameters.split(/\s+/).flatMap((one) => (one === "" ? [] : [parameterOfJust(one)])),
      lines: [],
    };
    rules.set(name, open);
  }
  return { variables, rules };
}

function parameterOfJust(text: string): Parameter {
  const bare = text.replace(/^[*+$]+/, "");
  const usual = bare.includes("=") ? { usual: lineOfJust(bare) } : {};
  return { name: bare.replace(/=.*$/s, ""), ...usual, isRest: /^[*+]/.test(text) };
}

/** A line of a just recipe in the form of a shell: without `@` and `-` in front, `{{x}}` as `${x}`. */
function lineOfJust(line: string): string {
  return line
    .trim()
    .replace(/^[@-]+\s*/, "")
    .replace(/\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g, (_, name: string) => `\${${name.replaceAll("-", "_")}}`);
}
