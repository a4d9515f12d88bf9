import { dirname, join } from "node:path";

import { inShell } from "../kit/in-shell.ts";
import { withImports } from "./imported-code.ts";
import { kindOf } from "./programs.ts";
import { recipesIn, type RecipeWords } from "./recipes.ts";
import { codeScripts } from "./scripts-inside.ts";
import { interpreterOf, type StartedFile } from "./started-file.ts";

/** The surroundings of a file that a command runs. */
interface AroundFile {
  /** The whole path of a file that the command names. */
  pathOf(file: string): string;
  /** The text of a file that the script takes in; `undefined` if it is not to be read. */
  included(file: string): string | undefined;
  /** The committed text of the file at a whole path. */
  committed(path: string): string | undefined;
  /** The value of a variable of the command's environment. */
  variable(name: string): string | undefined;
  /** The text of a file that code reads, by its name in the code; `undefined` if it is not known. */
  textOf(file: string): string | undefined;
  /** The known texts of the command's input. */
  readonly fed: readonly string[];
  /** Passes a command with these words and this input to the visitor. */
  show(words: readonly string[], input: readonly string[]): void;
}

/**
 * The scripts of a file that a command runs. Code, and statements for a database, are passed to the visitor as if
 * they stood in the command.
 * @param words the command
 */
export function scriptsOfFile(
  words: readonly string[],
  started: StartedFile,
  text: string,
  around: AroundFile,
): readonly string[] {
  const { file, language, recipes, isInput } = started;
  if (recipes) return scriptsOfRecipes(file, text, recipes, around);
  if (isInput) around.show(words, [text]);
  if (isInput) return [];
  const named = interpreterOf(text);
  const interpreter = named !== undefined && kindOf(named) === "code" ? named : language;
  if (interpreter === undefined) return [text];
  const whole = withImports(text, (name) => around.included(join(dirname(file), name)) ?? around.included(name));
  around.show([interpreter, "-c", whole], []);
  const { variable, textOf, fed } = around;
  return codeScripts(whole, { variable, textOf, fed, given: started.words.slice(1), file: around.pathOf(file) });
}

/** The scripts of the recipes that a command names, without those that the user has committed. */
function scriptsOfRecipes(
  file: string,
  text: string,
  { kind, words, folder, each }: RecipeWords,
  { pathOf, included, committed }: AroundFile,
): readonly string[] {
  const start = folder === "" ? "" : `cd ${inShell(folder)}\n`;
  const near = (name: string) => join(dirname(file), name);
  const before = (name: string) => committed(pathOf(near(name)));
  const meant = new Set(recipesIn(committed(pathOf(file)) ?? "", kind, before).scriptsOf(words, each));
  return recipesIn(text, kind, (name) => included(near(name)) ?? before(name))
    .scriptsOf(words, each)
    .flatMap((script) => (meant.has(script) ? [] : [start + script]));
}
