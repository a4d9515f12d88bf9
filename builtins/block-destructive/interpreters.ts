import { verbsWithoutHooks } from "../../shell/doors/git.ts";
import { namesOfKind, namesWith } from "../../shell/doors/programs.ts";

/**
 * The names of programs behind which a file to run may stand (shells, interpreters, clients of databases), as a part of
 * a pattern. The build replaces this module by the resulting text, so that the table of programs is not loaded for
 * calls that start no file.
 */
export function interpreters(): string {
  return choiceOf(`${namesWith("isShell")} ${namesOfKind("code")} ${namesOfKind("query")} ${namesWith("runsLine")}`);
}

/**
 * A part of a pattern that matches programs which run recipes by their names, and git with a verb that runs hooks or
 * may be an alias.
 */
export function recipeRunners(): string {
  return String.raw`${choiceOf(namesWith("recipes"))}|git(?!\s+(?:${verbsWithoutHooks()})(?![\w-]))`;
}

function choiceOf(names: string): string {
  return names.replaceAll(".", String.raw`\.`).replaceAll(" ", "|");
}
