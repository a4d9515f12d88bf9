import type { Brought } from "./brought-files.ts";
import type { Push } from "./read-push.ts";

/** Files of a worktree: those that some patterns name, or all of them. */
export interface WorktreeFiles {
  readonly folder: string;
  /** As git takes them, from the folder; empty: all files of the worktree. */
  readonly paths: readonly string[];
  /** Also files that git does not know yet; `ignored`: and those that it ignores. */
  readonly isNew: boolean;
  readonly ignored: boolean;
  /** Whether they take the place of what is staged of them: all of each file is meant, and which files is known. */
  readonly replace: boolean;
}

/** What a call of git makes a part of the history, or sends away. */
export interface GitUse {
  readonly verb: "commit" | "stash" | "push";
  readonly folder: string;
  /** What is staged. */
  readonly index: boolean;
  /** Files as they lie in the worktree. */
  readonly files: readonly WorktreeFiles[];
  /** What the script puts into files of the worktree, or into the commit itself. */
  readonly brought: readonly Brought[];
  /** Commits and stashes whose changes it puts in. */
  readonly picked: readonly string[];
  /** The script has made the repository, or names its git folder by itself: git cannot be asked about it. */
  readonly isApart: boolean;
  readonly push?: Push;
}
