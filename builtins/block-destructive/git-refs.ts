import { hasOption, operandsOf, valuesOf } from "../../shell/doors/options.ts";
import { gitRule, toGit, type Git } from "./git-rule.ts";
import type { HarmRule, CommandView } from "./rule.ts";

const REFS = "no checkpoint holds branches, stashes and commits";

/** Rules for commands of git that throw away stashes, branches, tags or earlier commits. */
export const GIT_REFS: readonly HarmRule[] = [
  gitRule({
    name: "drop-stash",
    level: "unrecorded",
    verbs: /^(?:stash|update-ref)$/,
    words: /\b(?:drop|clear|update-ref)\b/,
    does: `throws stashed changes away; ${REFS}`,
    instead: "Leave the stash: it costs nothing.",
    loses: () => ({ what: "refs" }),
    matches: (git, view) =>
      git.verb === "stash" ? /^(?:drop|clear)$/.test(git.rest[0] ?? "") : refsOf(git, view).includes("refs/stash"),
  }),
  gitRule({
    name: "delete-branch",
    level: "unrecorded",
    verbs: /^(?:branch|tag|update-ref)$/,
    does: `takes a branch or a tag away from commits that may be nowhere else; ${REFS}`,
    instead: "Use `git branch -d`, which deletes only merged branches.",
    loses: () => ({ what: "refs" }),
    matches: (git, view) => refsOf(git, view).some((ref) => /^refs\/(?:heads|tags)\//.test(ref)),
    refs: (view) => refsOf(toGit(view.own), view),
  }),
  gitRule({
    name: "move-branch",
    level: "all",
    verbs: /^(?:branch|checkout|switch)$/,
    does: "moves a branch away from commits that may be nowhere else: only its log still leads to them",
    instead: "Make a branch of the old commit first: `git branch kept NAME`.",
    loses: () => ({ what: "refs" }),
    matches: (git) => movedRefs(git).length > 0,
    refs: (view) => movedRefs(toGit(view.own)),
  }),
  gitRule({
    name: "delete-refs",
    level: "all",
    verbs: /^(?:branch|tag|update-ref)$/,
    does: `deletes the branches or tags that another command names; ${REFS}`,
    instead: "Delete them by their names.",
    loses: () => ({ what: "refs" }),
    // The names are unknown: they come from variables, or from a command such as `xargs`, since git deletes nothing
    // without a name.
    matches: ({ verb, rest }) =>
      deletesRefs(verb, rest) && !rest.includes("--stdin") && operandsOf(rest).every((word) => /[$`{]/.test(word)),
  }),
  gitRule({
    name: "rewrite-history",
    level: "unrecorded",
    verbs: /^(?:reflog|gc|prune|filter-branch|filter-repo)$/,
    does: `takes away the way back to earlier commits; ${REFS}`,
    instead: "Work on a clone: `git clone --mirror . ../copy.git`.",
    // The note of git's state before the call holds reflogs, but not the objects that `gc` and `prune` remove, nor the
    // commits that a filter rewrites.
    loses: ({ verb }) => (verb === "reflog" ? { what: "reflogs" } : undefined),
    matches: ({ verb, rest }) => {
      if (verb === "reflog") return /^(?:expire|delete)$/.test(rest[0] ?? "") && !hasOption(rest, "n", "--dry-run");
      if (verb === "gc") return rest.some((word) => /^--prune=(?:now|all)/.test(word));
      return verb === "prune" ? !hasOption(rest, "n", "--dry-run") : !rest.some((word) => word === "--dry-run");
    },
  }),
];

/** Whether a command deletes refs. For `git branch` only a deletion of unmerged branches counts. */
function deletesRefs(verb: string, rest: readonly string[]): boolean {
  const isDeleting = hasOption(rest, "d", "--delete");
  if (verb !== "branch") return isDeleting;
  return hasOption(rest, "D") || (isDeleting && hasOption(rest, "f", "--force") && !hasOption(rest, "r", "--remotes"));
}

/** The full names of the branches that a command moves to another commit. */
function movedRefs({ verb, rest }: Git): readonly string[] {
  const isMove = hasOption(rest, "f", "--force") && !hasOption(rest, "dDmMcCru", "--delete", "--move", "--copy");
  const byOption = verb === "checkout" ? "B" : "C --force-create";
  const names = verb === "branch" ? operandsOf(rest).slice(0, isMove ? 1 : 0) : valuesOf(rest, byOption);
  return names.map((name) => `refs/heads/${name}`);
}

/** The full names of the refs that a command deletes, or moves to another commit. */
function refsOf({ verb, rest }: Git, { fed }: CommandView): readonly string[] {
  if (verb === "update-ref" && rest.includes("--stdin"))
    return fed.flatMap((text) => Array.from(text.matchAll(/^delete (\S+)/gm), ([, ref]) => ref!));
  const names = operandsOf(rest, "mF");
  if (verb === "tag" && hasOption(rest, "f", "--force")) return names.slice(0, 1).map((name) => `refs/tags/${name}`);
  if (verb === "branch" && hasOption(rest, "MC")) return names.slice(1).map((name) => `refs/heads/${name}`);
  if (!deletesRefs(verb, rest)) return [];
  if (verb === "update-ref") return operandsOf(rest).slice(0, 1);
  return operandsOf(rest).map((name) => `refs/${verb === "tag" ? "tags" : "heads"}/${name}`);
}
