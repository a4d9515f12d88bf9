import { join } from "node:path";

import { inShell } from "../kit/in-shell.ts";
import { isObject, parseJson } from "../kit/json.ts";
import { parseJustfile } from "./justfile.ts";
import { scriptsOfJust } from "./scripts-of-just.ts";
import { parseMakefile } from "./makefile.ts";
import { isOfPattern, scriptsOfMake } from "./scripts-of-make.ts";

/** A kind of file with scripts that are run by name: a makefile, a justfile, the `scripts` of a `package.json`. */
export type RecipeFile = "make" | "just" | "package";

/** The names by which the program finds its file, in the order of the search. */
export const RECIPE_FILES: Readonly<Record<RecipeFile, readonly string[]>> = {
  make: ["GNUmakefile", "makefile", "Makefile"],
  just: ["justfile", "Justfile", ".justfile"],
  package: ["package.json"],
};

/** The folders in which a workspace may lie; its name is mostly that of its folder, after the scope: `@shop/ui`. */
export function foldersOfWorkspace(name: string): string[] {
  const folder = name.replace(/^@[^/]+\//, "");
  return [name, ...["", "packages", "apps", "libs", "services", "modules"].map((above) => join(above, folder))];
}

/** The arguments of a command that runs recipes: names of recipes, assignments, and arguments of recipes. */
export interface RecipeWords {
  readonly kind: RecipeFile;
  readonly words: readonly string[];
  /** Each word names a recipe, or is a pattern for names: `build:*`. */
  readonly each?: true;
  /** The folder in which the recipes run, relative to the command's folder; "" for the same folder. */
  readonly folder: string;
}

/** The most recipes that are read for one command, since recipes may need one another. */
const MOST = 50;

/** The recipes of a file, by name. */
export interface Recipes {
  has(name: string): boolean;
  /**
   * The shell scripts of the recipes that `words` name, each after the recipes that it needs.
   * @param each see `RecipeWords.each`
   */
  scriptsOf(words: readonly string[], each?: true): readonly string[];
}

/**
 * Parses the recipes of a makefile, a justfile or a package.json.
 * @param read returns the text of a file that this one includes; absent: none is read
 */
export function recipesIn(
  text: string,
  kind: RecipeFile,
  read: (file: string) => string | undefined = () => undefined,
): Recipes {
  if (kind === "package") return ofPackage(text);
  if (kind === "just") {
    const file = parseJustfile(text, read);
    return { has: (name) => file.recipes.has(name), scriptsOf: (words) => scriptsOfJust(file, words, MOST) };
  }
  return ofMake(text, read);
}

function ofMake(text: string, read: (file: string) => string | undefined): Recipes {
  let names: ReadonlySet<string> | undefined;
  const has = (name: string) => {
    names ??= new Set(parseMakefile(text, new Map(), read).rules.map(({ target }) => target));
    return names.has(name);
  };
  const scriptsOf = (words: readonly string[]) => {
    const set = words.flatMap((word) => {
      const [, name, value] = /^([A-Za-z_]\w*):?=(.*)$/s.exec(word) ?? [];
      return name === undefined ? [] : [[name, value!] as const];
    });
    const file = parseMakefile(text, new Map(set), read);
    const isMade = (word: string) => file.rules.some(({ target }) => target === word || isOfPattern(target, word));
    const first = file.rules.find(({ target }) => !/^\.|%/.test(target))?.target;
    const named = words.filter((word) => !/^-|=/.test(word) && isMade(word));
    return scriptsOfMake(file, named.length > 0 || first === undefined ? named : [first], MOST);
  };
  return { has, scriptsOf };
}

function ofPackage(text: string): Recipes {
  const parsed = parseJson(text);
  const scripts = isObject(parsed) && isObject(parsed["scripts"]) ? parsed["scripts"] : {};
  const has = (name: string) => Object.hasOwn(scripts, name) && typeof scripts[name] === "string";
  const scriptsOf = (words: readonly string[], each?: true): readonly string[] => {
    if (each)
      return words.flatMap((word) => Object.keys(scripts).filter(isOfName(word))).flatMap((one) => scriptsOf([one]));
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

/** A test for names that a pattern of `run-s` means: `*` stands for a part between colons, `**` for several parts. */
function isOfName(pattern: string): (name: string) => boolean {
  const [named = ""] = pattern.split(" ", 1);
  const parts = named.split(/(\*{1,2})/).map((part) => WILD.get(part) ?? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const meant = new RegExp(`^${parts.join("")}$`);
  return (name) => meant.test(name);
}

const WILD: ReadonlyMap<string, string> = new Map([
  ["*", "[^:]*"],
  ["**", ".*"],
]);
