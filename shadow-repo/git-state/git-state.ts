import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** A stash, and the message under which `git stash list` shows it. */
export interface Stash {
  readonly id: ObjectId;
  readonly message: string;
}

/** A file of the index that differs from the commit that is checked out. */
export interface StagedFile {
  readonly path: GitPath;
  /** As git writes it: `100644`. */
  readonly mode: string;
  readonly id: ObjectId;
}

/** A worktree of the repository, by its own git folder. */
export interface Checkout {
  readonly gitDir: string;
  /** The folder of its files; absent if nothing names the folder. */
  readonly root?: string;
  /** HEAD: a ref and its commit, or one of both; see `headOf`. */
  readonly head: string;
  /** Commits that its reflog names, the newest last. */
  readonly reflog: readonly ObjectId[];
  /** Absent if git could not tell: a merge with conflicts is open, or the index is split or sparse. */
  readonly staged?: readonly StagedFile[];
}

/** Everything in a user's git folder that names commits, files of the index and stashes: git's state at one time. */
export interface GitState {
  readonly gitDir: string;
  readonly commonDir: string;
  /** Branches, tags and other refs by their full names, without stashes and the branches of remotes. */
  readonly refs: Readonly<Record<string, ObjectId>>;
  /** The newest first, as `git stash list` counts. */
  readonly stashes: readonly Stash[];
  /** The worktree's own one first. */
  readonly checkouts: readonly Checkout[];
}

/** git's state, and the tips of remotes' branches: these can be fetched again, so that no copy of them is made. */
export interface PresentGit extends GitState {
  readonly remoteTips: readonly ObjectId[];
  /** Refs that are not looked at, since there are too many. */
  readonly refsLeftOut: number;
}

/** The object ids of everything that a state names. */
export function tipsOf({ refs, stashes, checkouts }: GitState): Set<ObjectId> {
  return new Set([
    ...Object.values(refs),
    ...stashes.map(({ id }) => id),
    ...checkouts.flatMap(({ head, reflog, staged = [] }) => [
      ...(commitIn(head) ?? []),
      ...reflog,
      ...staged.filter(({ mode }) => mode !== SUBMODULE).map(({ id }) => id),
    ]),
  ]);
}

/** The mode of a submodule: its commit lies in another repository. */
export const SUBMODULE = "160000";

/** The commit in a value of `headOf`, in a list that is empty if there is none. */
export function commitIn(head: string): ObjectId[] {
  const id = /(?:^| )([0-9a-f]{40,64})$/.exec(head)?.[1];
  return id === undefined ? [] : [id];
}
