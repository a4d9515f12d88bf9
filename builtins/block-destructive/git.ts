import { isAbsolute, join } from "node:path";

import { gitVerb } from "../../shell/programs/git-verbs.ts";
import { readGit } from "../../shell/read-git.ts";
import { hasOption, operandsOf } from "../../shell/read-options.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import type { Targets } from "./targets.ts";

/** A verb of git with its words and its folder, "" for its own. */
export interface Git {
  readonly folder: string;
  readonly verb: string;
  readonly rest: readonly string[];
}

export function toGit(words: readonly string[]): Git {
  const { options, verb, own: rest } = readGit(words);
  const folders = options.flatMap(([name, value]) => (name === "-C" || name === "--work-tree" ? [value] : []));
  return { folder: folders.reduce((to, one) => (isAbsolute(one) ? one : join(to, one)), ""), verb, rest };
}

/** A rule of one verb of git or several. */
export function gitRule(
  row: Omit<HarmRule, "programs" | "matches" | "recorded"> & {
    /** "discards": those that discard changes, as the table says. */
    readonly verbs: RegExp | "discards";
    matches(git: Git, view: CommandView): boolean;
    /** The whole worktree is meant, not the files that are named; absent: no checkpoint holds the loss. */
    readonly isWhole?: (git: Git) => boolean;
  },
): HarmRule {
  const { verbs, matches, isWhole, ...rest } = row;
  return {
    ...rest,
    programs: "git",
    matches(view) {
      const git = toGit(view.own);
      return isOf(git.verb, verbs) && !git.rest.includes("--help") && matches(git, view);
    },
    ...(isWhole && {
      recorded: ({ own }: CommandView) => {
        const git = toGit(own);
        // Another git folder, or another worktree, is not the one that is recorded.
        const isOther = own.some((word) => /^--(?:git-dir|work-tree)/.test(word));
        return isOther ? undefined : { folder: git.folder, isWhole: isWhole(git) };
      },
    }),
  };
}

function isOf(verb: string, verbs: RegExp | "discards"): boolean {
  return verbs === "discards" ? gitVerb(verb)?.discards === true : verbs.test(verb);
}

const KEEP = "Commit or stash what is there first: git stash push --include-untracked";
const REFS = "no checkpoint holds branches, stashes and commits";

/** Changes and commits that git throws away. */
export const GIT: readonly HarmRule[] = [
  gitRule({
    name: "discard-changes",
    level: "all",
    verbs: "discards",
    does: "discards changes that are not committed",
    instead: KEEP,
    discards: (view) => toGit(view.own).folder,
    isWhole: ({ verb, rest }) =>
      /^(?:reset|switch|read-tree)$/.test(verb) || hasOption(rest, "f", "--force") || leads(rest),
    matches: discards,
    hits: [
      "git reset --hard HEAD~1",
      "git reset --merge",
      "git checkout -- .",
      "git checkout .",
      "git checkout HEAD -- a.ts",
      "git checkout -f main",
      "git restore src",
      "git switch --discard-changes x",
      "git -C sub reset --hard",
    ],
    misses: [
      "git reset",
      "git reset --soft HEAD~1",
      "git checkout main",
      "git checkout -b x",
      "git restore --staged .",
      "git restore -p .",
      "git switch -c x",
      "git checkout --ours -- a.ts",
    ],
  }),
  gitRule({
    name: "clean",
    level: "unrecorded",
    verbs: /^clean$/,
    does: "deletes untracked files, also those that no checkpoint holds: ignored and large ones",
    instead: "Look first with git clean -n, and name the folders that are to go.",
    targets: cleanedBy,
    matches: ({ rest }) => hasOption(rest, "f", "--force") && !hasOption(rest, "ni", "--dry-run", "--interactive"),
    hits: ["git clean -fdx", "git clean --force -X", "git clean -fd"],
    misses: ["git clean -n", "git clean -ndxf", "git clean -i"],
  }),
  gitRule({
    name: "drop-stash",
    level: "unrecorded",
    verbs: /^(?:stash|update-ref)$/,
    does: `throws stashed changes away; ${REFS}`,
    instead: "Leave the stash: it costs nothing.",
    matches: (git, view) =>
      git.verb === "stash" ? /^(?:drop|clear)$/.test(git.rest[0] ?? "") : refsOf(git, view).includes("refs/stash"),
    hits: ["git stash drop", "git stash clear", "git update-ref -d refs/stash"],
    misses: ["git stash", "git stash pop", "git stash list"],
  }),
  gitRule({
    name: "delete-branch",
    level: "unrecorded",
    verbs: /^(?:branch|tag|update-ref)$/,
    does: `deletes a branch or a tag though its commits may be nowhere else; ${REFS}`,
    instead: "Use git branch -d, which deletes only what is merged.",
    matches: (git, view) => refsOf(git, view).some((ref) => /^refs\/(?:heads|tags)\//.test(ref)),
    refs: (view) => refsOf(toGit(view.own), view),
    hits: [
      "git branch -D x",
      "git branch --delete --force x",
      "git branch -df x",
      "git tag -d v1",
      "git update-ref -d refs/heads/x",
      "echo 'delete refs/heads/x' | git update-ref --stdin",
    ],
    misses: [
      "git branch -d x",
      "git branch x",
      "git branch -f x HEAD~1",
      "git tag v1",
      "git update-ref -d refs/remotes/o/x",
    ],
  }),
  gitRule({
    name: "delete-refs",
    level: "all",
    verbs: /^(?:branch|tag|update-ref)$/,
    does: `deletes the branches or tags that another command names; ${REFS}`,
    instead: "Delete them by their names.",
    // Without a name, git does nothing: something else gives it some.
    matches: ({ verb, rest }) =>
      deletesRefs(verb, rest) && !rest.includes("--stdin") && operandsOf(rest).every((word) => /[$`{]/.test(word)),
    hits: ["git tag -l | xargs git tag -d", "git tag -d $(git tag)", "git branch | xargs git branch -D"],
    misses: ["git tag -d v1", "git tag -l", "git branch --merged | xargs git branch -d"],
  }),
  gitRule({
    name: "rewrite-history",
    level: "unrecorded",
    verbs: /^(?:reflog|gc|prune|filter-branch|filter-repo)$/,
    does: `takes away the way back to earlier commits; ${REFS}`,
    instead: "Work on a clone: git clone --mirror . ../copy.git",
    matches: ({ verb, rest }) => {
      if (verb === "reflog") return /^(?:expire|delete)$/.test(rest[0] ?? "") && !hasOption(rest, "n", "--dry-run");
      if (verb === "gc") return rest.some((word) => /^--prune=(?:now|all)/.test(word));
      return verb === "prune" ? !hasOption(rest, "n", "--dry-run") : !rest.some((word) => word === "--dry-run");
    },
    hits: ["git reflog expire --expire=now --all", "git gc --prune=now", "git filter-branch --all", "git prune"],
    misses: ["git reflog", "git gc", "git prune -n", "git remote prune origin"],
  }),
  gitRule({
    name: "remove-worktree",
    level: "unrecorded",
    verbs: /^worktree$/,
    does: "deletes a worktree with changes that are not committed",
    instead: "Leave out --force: git then refuses where there are changes.",
    matches: ({ rest }) => rest[0] === "remove" && hasOption(rest, "f", "--force"),
    hits: ["git worktree remove --force ../x"],
    misses: ["git worktree remove ../x", "git worktree add -f ../x"],
  }),
  gitRule({
    name: "remove-submodule",
    level: "unrecorded",
    verbs: /^submodule$/,
    does: "deletes the files of submodules, with changes that are not committed",
    instead: "Leave out --force: git then refuses where there are changes.",
    discards: (view) => toGit(view.own).folder,
    matches: ({ rest }) => rest[0] === "deinit" && hasOption(rest, "f", "--force"),
    hits: ["git submodule deinit -f --all"],
    misses: ["git submodule deinit lib", "git submodule update --force"],
  }),
];

/** Whether changes that are not committed go. */
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

/** Everything below a folder, or the named paths; git itself says which files of it would go. */
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

/** Whether references are deleted, of branches those too that are merged nowhere. */
function deletesRefs(verb: string, rest: readonly string[]): boolean {
  const isDeleting = hasOption(rest, "d", "--delete");
  if (verb !== "branch") return isDeleting;
  return hasOption(rest, "D") || (isDeleting && hasOption(rest, "f", "--force") && !hasOption(rest, "r", "--remotes"));
}

/** Full names of the references that are deleted. */
function refsOf({ verb, rest }: Git, { fed }: CommandView): readonly string[] {
  if (verb === "update-ref" && rest.includes("--stdin"))
    return fed.flatMap((text) => Array.from(text.matchAll(/^delete (\S+)/gm), ([, ref]) => ref!));
  if (!deletesRefs(verb, rest)) return [];
  if (verb === "update-ref") return operandsOf(rest).slice(0, 1);
  return operandsOf(rest).map((name) => `refs/${verb === "tag" ? "tags" : "heads"}/${name}`);
}

function isCheckoutOfFiles(rest: readonly string[], folder: string, { isThere }: CommandView): boolean {
  if (hasOption(rest, "bB", "--orphan", "--ours", "--theirs", "--merge")) return false;
  if (hasOption(rest, "f", "--force")) return true;
  const end = rest.indexOf("--");
  if (end !== -1) return end < rest.length - 1;
  // `git checkout WORD` takes a branch before a file; `git checkout COMMIT FILE` is never a branch.
  const words = operandsOf(rest);
  if (words.some((word) => /^(?:\.|\.[\\/].*|:[\\/].*)$/.test(word))) return true;
  return words.length > 1 && words.slice(1).some((word) => isThere(folder === "" ? word : `${folder}/${word}`));
}

/** Whether paths lead out of the folder that git runs in. */
function leads(rest: readonly string[]): boolean {
  return operandsOf(rest).some((word) => /^:|(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]/.test(word));
}
