/**
 * The effect of a verb of git. `look`: prints, and changes nothing. `record`: changes the repository and no file of the
 * worktree. `send`: asks or tells another repository. `change`: changes files of the worktree. `set`: changes settings
 * or references.
 */
type GitEffect = "look" | "record" | "send" | "change" | "set";

export interface GitVerb {
  readonly names: string;
  readonly does: GitEffect;
  /** The verb prints the content of files: of any that its words name, or with `-p` alone. */
  readonly shows?: "files" | "patches";
  /** The verb keeps a text that people write. */
  readonly keepsText?: true;
  /** The verb discards changes that are not committed. */
  readonly discards?: true;
  /** The verb makes the branch hold other commits, or puts their changes into the worktree. */
  readonly joins?: true;
}

/** The verbs that are called most; no setting gives them another meaning. */
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
  { names: "push fetch ls-remote clone", does: "send" },
  { names: "pull", does: "send", joins: true },
  { names: "reset checkout switch", does: "change", discards: true, joins: true },
  { names: "restore read-tree rm", does: "change", discards: true },
  { names: "merge rebase cherry-pick", does: "change", joins: true },
  { names: "am apply bisect clean mv revert sparse-checkout submodule subtree worktree", does: "change" },
  { names: "config gc init remote symbolic-ref update-index update-ref", does: "set" },
];

const BY_NAME = new Map(ROWS.flatMap((row) => row.names.split(" ").map((name) => [name, row])));

/** The hooks that git runs with a verb. */
const HOOKS: Readonly<Record<string, string>> = {
  commit: "pre-commit prepare-commit-msg commit-msg post-commit",
  push: "pre-push",
  merge: "pre-merge-commit post-merge",
  pull: "post-merge",
  checkout: "post-checkout",
  switch: "post-checkout",
  rebase: "pre-rebase post-rewrite post-checkout",
};

/** The folders of hooks in a worktree. */
export const HOOK_FOLDERS: readonly string[] = [".git/hooks", ".husky"];

/** Names of the repository's hooks that a verb may run, such as `pre-commit`. */
export function hooksOfVerb(verb: string): readonly string[] {
  return HOOKS[verb]?.split(" ") ?? [];
}

/** Verbs of git itself with which it runs no hook, as alternatives of a pattern. */
export function verbsWithoutHooks(): string {
  return [...BY_NAME.keys()].filter((verb) => HOOKS[verb] === undefined).join("|");
}

/** Verbs that discard changes which are not committed, as alternatives of a pattern. */
export function discardingVerbs(): string {
  return ROWS.flatMap(({ names, discards }) => (discards ? names.split(" ") : [])).join("|");
}

/** The row of a verb of git; `undefined` for a verb that git itself does not have. */
export function gitVerb(verb: string): GitVerb | undefined {
  return BY_NAME.get(verb);
}
