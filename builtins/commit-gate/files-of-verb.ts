import { resolve } from "node:path";

import { parseOptions } from "../../shell/doors/options.ts";
import type { WorktreeFiles } from "./git-use.ts";
import type { GitCommand } from "./parse-git-command.ts";

/** Options that take a value, of the verbs that create a repository or a worktree. */
const MADE =
  "bBcoju --initial-branch --branch --template --separate-git-dir --object-format --ref-format --depth --origin " +
  "--config --jobs --reference --filter --reason";
/** Options of `git commit` that take a value. */
const COMMIT =
  "mFCct --message --file --author --date --template --trailer --fixup --squash --reuse-message --reedit-message " +
  "--cleanup --pathspec-from-file";

/** The folder in which `init [PATH]`, `clone URL [PATH]` or `worktree add PATH` creates a repository or a worktree. */
export function folderMadeBy({ verb, own, place }: GitCommand): string[] {
  const { operands } = parseOptions(own, MADE);
  if (verb === "worktree" && operands[0] !== "add") return [];
  const [first, second] = operands;
  const path = verb === "init" ? (first ?? ".") : (second ?? (verb === "clone" ? nameOf(first ?? "") : undefined));
  return path === undefined ? [] : [resolve(place, path)];
}

/** The files of `git add FILES`. @param more whether further words of the command are unknown */
export function filesAddedBy({ own, place: folder }: GitCommand, more: boolean): WorktreeFiles[] {
  const { has, operands } = parseOptions(own);
  if (has("n --dry-run")) return [];
  const paths = pathsOf(operands, more || has("--pathspec-from-file"), has("pie --patch --edit"));
  return [{ folder, ...paths, isNew: !has("u --update"), ignored: has("f --force") }];
}

/**
 * The files of `git commit FILES`, and whether the index is committed, too. `undefined` if the command commits nothing.
 */
export function filesCommittedBy(
  { own, place: folder }: GitCommand,
  more: boolean,
  added: readonly WorktreeFiles[],
): { readonly index: boolean; readonly files: readonly WorktreeFiles[] } | undefined {
  const { has, operands } = parseOptions(own, COMMIT);
  if (has("--dry-run --short --porcelain --long")) return undefined;
  const isGuess = more || has("--pathspec-from-file");
  const hasPaths = isGuess || operands.length > 0;
  const only = hasPaths && !has("i --include");
  const isPart = has("p --patch");
  const all = isPart || has("a --all");
  const isNew = hasPaths && added.length > 0; // `git add new && git commit new`
  const files = { folder, ...pathsOf(operands, isGuess, isPart), isNew, ignored: false };
  return { index: !only, files: [...(hasPaths || all ? [files] : []), ...(only ? [] : added)] };
}

/** The files of `stash`, `stash push FILES` or `stash save MESSAGE`; `undefined` for other subcommands. */
export function filesStashedBy({ own, place: folder }: GitCommand): WorktreeFiles[] | undefined {
  const [sub = "push", ...rest] = own;
  const isBare = sub.startsWith("-");
  if (!isBare && sub !== "push" && sub !== "save") return undefined;
  const { has, operands } = parseOptions(isBare ? [sub, ...rest] : rest, "m --message");
  const ignored = has("a --all");
  const isNew = ignored || has("u --include-untracked");
  const paths = sub === "save" ? [] : operands; // the word behind `save` is a message
  // A stash stores both versions of a file: the staged one and that of the worktree.
  return has("S --staged") ? [] : [{ folder, ...pathsOf(paths, false, true), isNew, ignored }];
}

/** The folder that `git clone` creates if it is given no path. */
function nameOf(address: string): string {
  return /([^/:]+?)(?:\.git)?\/*$/.exec(address)?.[1] ?? ".";
}

/** The paths that a command names; if a path is unknown, all files of the worktree. */
function pathsOf(
  operands: readonly string[],
  isGuess: boolean,
  isPart: boolean,
): Pick<WorktreeFiles, "paths" | "replace"> {
  const guessed = isGuess || operands.some((word) => /[$`]/.test(word));
  return { paths: guessed ? [] : operands, replace: !guessed && !isPart };
}
