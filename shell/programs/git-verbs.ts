/**
 * The effect of a git verb. `look`: it only prints. `record`: it changes the repository, but no file of the worktree.
 * `send`: it communicates with another repository. `change`: it changes files of the worktree. `set`: it changes
 * settings or references.
 */
type GitEffect = "look" | "record" | "send" | "change" | "set";

export interface GitVerb {
  readonly names: string;
  readonly does: GitEffect;
  /** The verb prints the content of files: `files` always, `patches` only with `-p`. */
  readonly shows?: "files" | "patches";
  /** The verb stores a text that a person writes, such as a commit message. */
  readonly keepsText?: true;
  /** The verb discards uncommitted changes. */
  readonly discards?: true;
  /** The verb makes the branch hold other commits, or applies their changes to the worktree. */
  readonly joins?: true;
  /**
   * Operands of the verb may name files or folders anywhere that it makes, changes or removes. The operands of other
   * verbs are pathspecs, patterns and commits, so the verb writes only in the worktree.
   */
  readonly reachesOut?: true;
}

/** The most common verbs of git itself. git lets no alias redefine its own verbs. */
const ROWS: readonly GitVerb[] = [
  {
    names: "status rev-parse ls-files ls-tree describe shortlog rev-list merge-base name-rev for-each-ref",
    does: "look",
  },
  { names: "show-ref check-ignore check-attr version help range-diff", does: "look" },
  { names: "show diff difftool cat-file blame annotate grep archive", does: "look", shows: "files" },
  { names: "log whatchanged reflog", does: "look", shows: "patches" },
  { names: "add stage", does: "record" },
  { names: "commit tag notes branch", does: "record", keepsText: true },
  { names: "stash", does: "change", shows: "patches", keepsText: true },
  { names: "fetch ls-remote", does: "send" },
  { names: "push clone", does: "send", reachesOut: true },
  { names: "pull", does: "send", joins: true },
  { names: "reset checkout switch", does: "change", discards: true, joins: true },
  { names: "restore read-tree rm", does: "change", discards: true },
  { names: "merge rebase cherry-pick", does: "change", joins: true },
  { names: "am apply bisect clean mv revert sparse-checkout", does: "change" },
  { names: "submodule subtree worktree", does: "change", reachesOut: true },
  { names: "gc remote symbolic-ref update-index update-ref", does: "set" },
  { names: "config init", does: "set", reachesOut: true },
];

const BY_NAME = new Map(ROWS.flatMap((row) => row.names.split(" ").map((name) => [name, row])));

/** Verb → names of the hooks that git runs for it. */
const HOOKS: Readonly<Record<string, string>> = {
  commit: "pre-commit prepare-commit-msg commit-msg post-commit",
  push: "pre-push",
  merge: "pre-merge-commit post-merge",
  pull: "post-merge",
  checkout: "post-checkout",
  switch: "post-checkout",
  rebase: "pre-rebase post-rewrite post-checkout",
};

/** The folders in a worktree that hold hooks. */
export const HOOK_FOLDERS: readonly string[] = [".git/hooks", ".husky"];

/** The names of the repository's hooks that a verb may run, such as `pre-commit`. */
export function hooksOfVerb(verb: string): readonly string[] {
  return HOOKS[verb]?.split(" ") ?? [];
}

/** The verbs in the table for which git runs no hook, joined by `|` for a pattern. */
export function verbsWithoutHooks(): string {
  return [...BY_NAME.keys()].filter((verb) => HOOKS[verb] === undefined).join("|");
}

/** The verbs that discard uncommitted changes, joined by `|` for a pattern. */
export function discardingVerbs(): string {
  return ROWS.flatMap(({ names, discards }) => (discards ? names.split(" ") : [])).join("|");
}

/** The row of a verb; `undefined` if it is not in the table, as for an alias. */
export function gitVerb(verb: string): GitVerb | undefined {
  return BY_NAME.get(verb);
}
