import { programName } from "./programs.ts";
import type { RecipeWords } from "./recipes.ts";

/** A file that a command runs as a script. */
export interface StartedFile {
  /** The file's path as the command names it. */
  readonly file: string;
  /** The interpreter that the command names or the file's ending implies; absent for a shell script. */
  readonly language?: string;
  /** The recipes in the file that the command runs; absent: it runs the whole file. */
  readonly recipes?: RecipeWords;
  /** The file is the command's input, such as statements for a database. */
  readonly isInput?: true;
  /** The arguments of the script, with the file first: `$0`, `$1` and so on. */
  readonly words: readonly string[];
}

const LANGUAGES: readonly (readonly [ending: RegExp, language: string])[] = [
  [/\.[cm]?[jt]sx?$/, "node"],
  [/\.pyw?$/, "python"],
  [/\.rb$/, "ruby"],
  [/\.p[lm]$/, "perl"],
  [/\.php$/, "php"],
];
/** The language that the ending of a file implies; empty for a shell script. */
export function languageOf(file: string): Pick<StartedFile, "language"> {
  const [, language] = LANGUAGES.find(([ending]) => ending.test(file)) ?? [];
  return language === undefined ? {} : { language };
}

/**
 * The interpreter that a text names in its first line, such as `#!/usr/bin/env python3`; `undefined` if it names none.
 */
export function interpreterOf(text: string): string | undefined {
  const [, line = ""] = /^#!\s*([^\n]*)/.exec(text) ?? [];
  const words = line.trim().split(/\s+/).map(programName);
  return words.find((word) => word !== "" && word !== "env" && !word.startsWith("-") && !word.includes("="));
}
