import { isAbsolute, join } from "node:path";

import { parseOptions } from "./parse-options.ts";
import type { Command } from "./parse-shell.ts";
import { columnOf, programName } from "./programs.ts";
import { foldersOfWorkspace, RECIPE_FILES } from "./recipes.ts";
import type { StartedFile } from "./started-file.ts";

/**
 * Verbs of package managers that run a script of `package.json`: the script's name follows (`RUNS_SCRIPT`), or the verb
 * is its name (`OF_NPM`).
 */
const RUNS_SCRIPT = /^(?:run|run-script|rum|urn)$/;
const OF_NPM = /^(?:test|t|tst|start|stop|restart)$/;

/** The files whose recipes a command runs: `make -C sub x`, `just x`, `npm run x`, `yarn x`. */
export function recipeFiles({ words, all }: Command): readonly StartedFile[] {
  const name = words[0] ?? "";
  // In `yarn run x` the wrapper `yarn run` was removed, so `words` begin with `x`.
  const manager = all.length > words.length ? all[all.length - words.length - 2] : undefined;
  const wrapper = manager !== undefined && columnOf(programName(manager), "recipes") === "package";
  const kind = wrapper ? "package" : columnOf(name, "recipes");
  if (kind === undefined) return [];
  const { operands, has, valuesOf: values } = parseOptions(wrapper ? words : words.slice(1), OF_RECIPES);
  if (kind !== "package" && has("nql --dry-run --just-print --question --list --show --summary --evaluate")) return [];
  const [verb = "", ...rest] = operands;
  const isNamed = kind !== "package" || wrapper || (name === "npm" ? OF_NPM.test(verb) : !RUNS_SCRIPT.test(verb));
  if (!isNamed && !RUNS_SCRIPT.test(verb)) return [];
  const folder = values("C --directory --prefix --cwd --dir --working-directory").at(-1) ?? "";
  const files = kind === "package" ? [] : values("f --file --makefile --justfile");
  const workspaces = kind === "package" ? values("wF --workspace --filter") : [];
  const folders = workspaces.length > 0 ? workspaces.flatMap(foldersOfWorkspace) : [""];
  return folders.flatMap((one) =>
    (files.length > 0 ? files : RECIPE_FILES[kind]).map((file) => ({
      file: isAbsolute(file) ? file : join(folder, one, file),
      words: [],
      recipes: { kind, words: isNamed ? operands : rest, folder: join(folder, one).replace(/^\.$/, "") },
    })),
  );
}

const OF_RECIPES =
  "CfjwF --directory --prefix --cwd --dir --working-directory --file --makefile --justfile --jobs --workspace --filter";
