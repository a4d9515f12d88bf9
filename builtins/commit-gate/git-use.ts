import type { Published } from "../../shell/doors/effects.ts";
import type { Brought } from "./brought-files.ts";
import type { ImageBuild } from "./published-image.ts";
import type { Push } from "./push.ts";

/** Files of a worktree: those that match patterns, or all files. */
export interface WorktreeFiles {
  readonly folder: string;
  /** Patterns as git takes them, relative to the folder; empty: all files of the worktree. */
  readonly paths: readonly string[];
  /** Whether files that git does not know yet are included. */
  readonly isNew: boolean;
  /** Whether the new files that git ignores are included, too; without effect if `isNew` is false. */
  readonly ignored: boolean;
  /** Whether only the worktree's versions of the files are committed, so that their staged versions need no search. */
  readonly replace: boolean;
}

export interface TakenFiles {
  readonly revision: string;
  readonly folder: string;
  readonly paths: readonly string[];
}

/** A folder that a command publishes in another form than as commits. */
export interface Publication {
  readonly form: Exclude<Published, "version" | "build">;
  readonly folder: string;
  /** The build of the published image. */
  readonly image?: ImageBuild;
  /** The top of the workspaces to which a published package belongs. */
  readonly top?: string;
}

/**
 * The content that a command of git commits, stashes or pushes, that a client of a forge posts, or that a program
 * publishes.
 */
export interface GitUse {
  readonly verb: "commit" | "stash" | "push" | "post" | "publish";
  readonly folder: string;
  /** Whether the staged files are part of the commit. */
  readonly index: boolean;
  /** Files that are committed in the version of the worktree. */
  readonly files: readonly WorktreeFiles[];
  /** Files whose content the script copies into the worktree, or into the commit itself. */
  readonly brought: readonly Brought[];
  /** Commits whose message the commit takes over. */
  readonly reused?: readonly string[];
  /** Commits and stashes whose changes are part of the commit. */
  readonly picked: readonly string[];
  /** Commits whose changes the commit takes back. */
  readonly reverted?: readonly string[];
  /** Files that the commit takes over from another commit; with empty `paths`, all files that differ. */
  readonly taken: readonly TakenFiles[];
  /** The script creates the repository, or names its git folder itself, so snapveil cannot ask git about it. */
  readonly isApart: boolean;
  readonly push?: Push;
  readonly publication?: Publication;
}
