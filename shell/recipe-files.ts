import { isAbsolute, join } from "node:path";

import { parseOptions } from "./parse-options.ts";
import type { Command } from "./parse-shell.ts";
import { columnOf, programName } from "./programs.ts";
import { foldersOfWorkspace, RECIPE_FILES, type RecipeFile, type RecipeWords } from "./recipes.ts";
import type { StartedFile } from "./started-file.ts";

/**
 * Verbs of package managers that run a script of `package.json`: the script's name follows (`RUNS_SCRIPT`), or the verb
 * is its name (`OF_NPM`).
 */
const RUNS_SCRIPT = /^(?:run|run-script|rum|urn)$/;
const OF_NPM = /^(?:test|t|tst|start|stop|restart)$/;
/** The form in which `concurrently` takes a script of `package.json`: `npm:build`. */
const BY_MANAGER = /^(?:npm|pnpm|yarn|bun|node):(?=[^/])/;

/** The files whose recipes a command runs: `make -C sub x`, `just x`, `npm run x`, `yarn x`, `run-s x y`. */
export function recipeFiles({ words, all }: Command): readonly StartedFile[] {
  const [name = "", ...own] = words;
  if (BY_MANAGER.test(name)) {
    const named = words.filter((word) => BY_MANAGER.test(word));
    return ofPackage({ words: named.map((word) => word.replace(BY_MANAGER, "")), each: true });
  }
  if (columnOf(name, "runsEach")) return ofPackage({ words: parseOptions(own, "c").operands, each: true });
  const script = name === "node" ? own[own.indexOf("--run") + 1] : undefined;
  if (script !== undefined && own.includes("--run")) return ofPackage({ words: [script] });
  // In `yarn run x` the wrapper `yarn run` was removed, so `words` begin with `x`.
  const manager = all.length > words.length ? all[all.length - words.length - 2] : undefined;
  const isWrapped = manager !== undefined && columnOf(programName(manager), "recipes") === "package";
  const kind = isWrapped ? "package" : columnOf(name, "recipes");
  return kind === undefined ? [] : ofKind(kind, name, isWrapped ? words : own, isWrapped);
}

/** The recipes of the `package.json` in the command's folder. */
function ofPackage(recipes: Pick<RecipeWords, "words" | "each">): readonly StartedFile[] {
  return RECIPE_FILES.package.map((file) => ({
    file,
    words: [],
    recipes: { kind: "package", folder: "", ...recipes },
  }));
}

/** @param isWrapped the words begin with the recipe's name, since the program in front of it was removed */
function ofKind(kind: RecipeFile, name: string, own: readonly string[], isWrapped: boolean): readonly StartedFile[] {
  const { operands, has, valuesOf: values } = parseOptions(own, OF_RECIPES);
  if (kind !== "package" && has("nql --dry-run --just-print --question --list --show --summary --evaluate")) return [];
  const [verb = "", ...rest] = operands;
  const isNamed = kind !== "package" || isWrapped || (name === "npm" ? OF_NPM.test(verb) : !RUNS_SCRIPT.test(verb));
  if (!isNamed && !RUNS_SCRIPT.test(verb)) return [];
  const folder = values("C --directory --prefix --cwd --dir --working-directory").at(-1) ?? "";
  const files = kind === "package" ? [] : values("f --file --makefile --justfile");
  const workspaces = kind === "package" ? values("wF --workspace --filter") : [];
  const folders = workspaces.length > 0 ? workspaces.flatMap(foldersOfWorkspace) : [""];
  const words = !isNamed ? rest : name === "npm" ? [verb.replace(/^ts?t?$/, "test"), ...rest] : operands;
  return folders.flatMap((one) =>
    (files.length > 0 ? files : RECIPE_FILES[kind]).map((file) => ({
      file: isAbsolute(file) ? file : join(folder, one, file),
      words: [],
      recipes: { kind, words, folder: join(folder, one).replace(/^\.$/, "") },
    })),
  );
}

const OF_RECIPES =
  "CfjwF --directory --prefix --cwd --dir --working-directory --file --makefile --justfile --jobs --workspace --filter";
