import { join } from "node:path";

import { hasOption, operandsOf } from "../../shell/doors/options.ts";
import { gitRule, toGit, type Git } from "./git-rule.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import type { Targets } from "./targets.ts";

/** Rules for commands of git that throw away uncommitted changes and files of worktrees. */
export const GIT: readonly HarmRule[] = [
  gitRule({
    name: "discard-changes",
    level: "all",
    verbs: "discards",
    does: "discards changes that are not committed",
    instead: "Commit or stash the changes first: `git stash push --include-untracked`.",
    discards: (view) => toGit(view.own).folder,
    isWhole: ({ verb, rest }) =>
      /^(?:reset|switch|read-tree)$/.test(verb) || hasOption(rest, "f", "--force") || leads(rest),
    matches: discards,
  }),
  gitRule({
    name: "clean",
    level: "unrecorded",
    verbs: /^clean$/,
    does: "deletes untracked files of which neither a checkpoint nor a kept copy holds all",
    instead: "Look first with `git clean -n`, and name the folders to delete.",
    targets: cleanedBy,
    matches: ({ rest }) => hasOption(rest, "f", "--force") && !hasOption(rest, "ni", "--dry-run", "--interactive"),
  }),
  gitRule({
    name: "remove-worktree",
    level: "unrecorded",
    verbs: /^worktree$/,
    does: "deletes a worktree with changes that are not committed",
    instead: "Leave out --force: git then refuses if there are changes.",
    loses: ({ rest }) => {
      const [path, ...others] = operandsOf(rest.slice(1));
      return path !== undefined && others.length === 0 ? { what: "worktree", path } : undefined;
    },
    matches: ({ rest }) => rest[0] === "remove" && hasOption(rest, "f", "--force"),
  }),
  gitRule({
    name: "remove-submodule",
    level: "unrecorded",
    verbs: /^submodule$/,
    words: /\bdeinit\b/,
    does: "deletes the files of submodules, with changes that are not committed",
    instead: "Leave out --force: git then refuses if there are changes.",
    discards: (view) => toGit(view.own).folder,
    matches: ({ rest }) => rest[0] === "deinit" && hasOption(rest, "f", "--force"),
  }),
];

/** Whether a command of git discards uncommitted changes of files. */
export function discards({ verb, rest, folder }: Git, view: CommandView): boolean {
  if (verb === "reset") return rest.includes("--hard") || rest.includes("--merge");
  if (verb === "switch") return hasOption(rest, "f", "--force", "--discard-changes");
  if (verb === "read-tree") return rest.includes("--reset") && hasOption(rest, "u");
  if (hasOption(rest, "p", "--patch")) return false;
  if (verb === "rm")
    return hasOption(rest, "f", "--force") && operandsOf(rest).includes(".") && !rest.includes("--cached");
  if (verb === "restore")
    return operandsOf(rest).length > 0 && (!hasOption(rest, "S", "--staged") || hasOption(rest, "W", "--worktree"));
  return isCheckoutOfFiles(rest, folder, view);
}

function isCheckoutOfFiles(rest: readonly string[], folder: string, { isThere, places }: CommandView): boolean {
  if (hasOption(rest, "bB", "--orphan", "--ours", "--theirs", "--merge")) return false;
  if (hasOption(rest, "f", "--force")) return true;
  const end = rest.indexOf("--");
  if (end !== -1) return end < rest.length - 1;
  // For `git checkout WORD`, a branch named WORD wins over a file named WORD. Behind a commit every word is a file.
  const words = operandsOf(rest);
  if (words.some((word) => /^(?:\.|\.[\\/].*|:[\\/].*)$/.test(word))) return true;
  const inFolder = (word: string) => places([folder === "" ? word : `${folder}/${word}`])[0]?.path;
  // A single word is a file if it has an extension and exists, since names of branches hardly have an extension.
  const files = words.length > 1 ? words.slice(1) : words.filter((word) => /\.\w{1,8}$/.test(word));
  return files.some((word) => isThere(inFolder(word) ?? ""));
}

/** Whether a word is a path that leads out of the folder in which git runs, or may lead out of it (`:/…`). */
function leads(rest: readonly string[]): boolean {
  return operandsOf(rest).some((word) => /^:|(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]/.test(word));
}

/**
 * The paths that `git clean` cleans: the named ones, or the whole folder. git is asked later which files below these
 * paths it would delete.
 */
function cleanedBy({ own, folder, places }: CommandView): Targets {
  const git = toGit(own);
  const base = git.folder === "" ? folder : join(folder ?? "/", git.folder);
  const words = operandsOf(git.rest, "e --exclude");
  const named =
    words.length > 0 ? words.map((word) => (base === folder ? word : join(git.folder, word))) : [base ?? "."];
  const found = places(named).flatMap(({ path, kind }) => (path === undefined ? [] : [{ path, kind }]));
  const inside = found.flatMap(({ path, kind }) => (kind === "outside" ? [] : [{ path, isSurelyThere: false }]));
  const outside = found.flatMap(({ path, kind }) => (kind === "outside" ? [path] : []));
  return { outside, inside, ...(!hasOption(git.rest, "xX") && { sparesIgnored: true as const }) };
}
