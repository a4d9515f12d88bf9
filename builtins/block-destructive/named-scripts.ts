import { dirname, join, resolve } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { HOOK_FOLDERS, hooksOfVerb } from "../../shell/doors/git.ts";
import { foldersOfWorkspace, RECIPE_FILES, recipesIn, type RecipeFile, type Recipes } from "../../shell/doors/code.ts";
import { findRepository } from "../../worktree/doors/worktree.ts";
import { readGitConfig } from "../../worktree/doors/git.ts";
import { scriptIn } from "./script-in.ts";

/** How deep recipes may start further recipes, and the most texts that are added at each depth. */
const [DEEPEST, MOST] = [4, 40] as const;

/**
 * The texts of recipes, hooks of git and aliases of git that a call may run. A recipe is returned if its name is a word
 * of the call, even if it may not run: `judgeCall` finds out which recipes run.
 */
export function namedScripts(words: readonly string[], folder: string, { env }: Pick<Io, "env">): string[] {
  const named = words.filter((_, at) => NAMES_PLACE.test(words[at - 1] ?? ""));
  const folders = [folder, ...named.flatMap(foldersOfWorkspace).map((one) => resolve(folder, one))];
  const books = KINDS.flatMap((kind) =>
    folders
      .flatMap((one) => [...RECIPE_FILES[kind], ...named].map((name) => resolve(one, name)))
      .flatMap((path) => {
        const text = textIn(path);
        const included = (name: string) => textIn(resolve(dirname(path), name));
        return text === undefined ? [] : [recipesIn(text, kind, included)];
      }),
  );
  return [...recipesOf(books, words), ...(words.includes("git") ? ofGit(words, folder, env) : [])];
}

function textIn(path: string): string | undefined {
  return scriptIn(path)?.toString("utf8");
}

const KINDS = Object.keys(RECIPE_FILES) as RecipeFile[];
/** Matches a word, such as an option or `cd`, that may be followed by the name of a folder or a file. */
const NAMES_PLACE = /^(?:-|(?:cd|pushd)$)/;

function recipesOf(books: readonly Recipes[], words: readonly string[]): string[] {
  // `make` without a word runs the first recipe.
  const texts = new Set(books.flatMap((book) => book.scriptsOf([])));
  let named = words;
  for (let depth = 0; depth < DEEPEST && named.length > 0; depth += 1) {
    const found = books.flatMap((book) => named.filter(book.has).flatMap((word) => book.scriptsOf([word])));
    const fresh = found.filter((text) => !texts.has(text)).slice(0, MOST);
    for (const text of fresh) texts.add(text);
    named = [...new Set(fresh.flatMap((text) => text.split(/[\s"';&|]+/)))];
  }
  return [...texts];
}

/** The texts of the installed hooks of git that a verb runs, and of the aliases that a word names. */
function ofGit(words: readonly string[], folder: string, env: Io["env"]): string[] {
  const repository = findRepository(folder);
  const home = homeOf(env);
  const verbs = words.flatMap(hooksOfVerb);
  const hooks = (repository?.root === undefined ? [] : HOOK_FOLDERS).flatMap((one) =>
    verbs.flatMap((hook) => scriptIn(join(repository!.root!, one, hook))?.toString("utf8") ?? []),
  );
  const configs = [
    ...(home === undefined ? [] : [join(home, ".gitconfig"), join(home, ".config/git/config")]),
    ...(repository ? [join(repository.commonDir, "config")] : []),
  ].map((file) => readGitConfig(file, env));
  const meanings = configs.flatMap((config) =>
    words.flatMap((word) => config.get(`alias.${word.toLowerCase()}`) ?? []),
  );
  return [...hooks, ...meanings.map((meaning) => `git ${meaning} ${words.join(" ")}`)];
}
