import { verbsWithoutHooks } from "../../shell/doors/git.ts";
import { namesOfKind, namesWith } from "../../shell/doors/programs.ts";

/**
 * Names of shells, of programs that run code or lines, and of clients of databases, behind which a file to run may
 * stand, as a part of a pattern.
 * The build puts the text in the place of this file: most calls start no file, and load no table.
 */
export function interpreters(): string {
  return choiceOf(`${namesWith("isShell")} ${namesOfKind("code")} ${namesOfKind("query")} ${namesWith("runsLine")}`);
}

/**
 * Programs that run recipes by their names, and git with a verb that runs hooks or may be an alias, in the same form.
 */
export function recipeRunners(): string {
  return String.raw`${choiceOf(namesWith("recipes"))}|git(?!\s+(?:${verbsWithoutHooks()})(?![\w-]))`;
}

function choiceOf(names: string): string {
  return names.replaceAll(".", String.raw`\.`).replaceAll(" ", "|");
}
