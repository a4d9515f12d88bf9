import type { Brought } from "./brought-files.ts";
import type { Push } from "./push.ts";

/** Files of a worktree: those that some patterns name, or all of them. */
export interface WorktreeFiles {
  readonly folder: string;
  /** Patterns as git takes them, from the folder; empty: all files of the worktree. */
  readonly paths: readonly string[];
  /** Files that git does not know yet are meant, too; `ignored`: and those that it ignores. */
  readonly isNew: boolean;
  readonly ignored: boolean;
  /** The files take the place of their staged versions: the whole of each file is meant, and the files are known. */
  readonly replace: boolean;
}

export interface TakenFiles {
  readonly revision: string;
  readonly folder: string;
  readonly paths: readonly string[];
}

/** The content that a call of git puts into the history, or sends away. */
export interface GitUse {
  readonly verb: "commit" | "stash" | "push" | "post";
  readonly folder: string;
  /** The staged files are part of the commit. */
  readonly index: boolean;
  /** Files in the state of the worktree. */
  readonly files: readonly WorktreeFiles[];
  /** Files whose content the script puts into the worktree, or into the commit itself. */
  readonly brought: readonly Brought[];
  /** Commits whose message the commit takes. */
  readonly reused?: readonly string[];
  /** Commits and stashes whose changes the commit takes in. */
  readonly picked: readonly string[];
  /** Files that the commit takes over from another one; without paths all that differ. */
  readonly taken: readonly TakenFiles[];
  /** The script has made the repository, or names its git folder by itself: git cannot be asked about it. */
  readonly isApart: boolean;
  readonly push?: Push;
}
