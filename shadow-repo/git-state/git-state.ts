import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** A stash, and the message under which `git stash list` shows it. */
export interface Stash {
  readonly id: ObjectId;
  readonly message: string;
}

/** A file whose content in the index differs from the checked-out commit. */
export interface StagedFile {
  readonly path: GitPath;
  /** The mode in git's spelling, such as `100644`. */
  readonly mode: string;
  readonly id: ObjectId;
}

/** A worktree of the repository; `gitDir` is its own git folder. */
export interface Checkout {
  readonly gitDir: string;
  /**
   * The top folder of the worktree's files; absent for the main worktree if the recorded worktree is a linked one, and
   * if git's file `gitdir` is missing.
   */
  readonly root?: string;
  /** The result of `headOf`: a ref and its commit, or only a ref or a commit; empty if HEAD cannot be read. */
  readonly head: string;
  /** The commits in the reflog of HEAD, the newest last. */
  readonly reflog: readonly ObjectId[];
  /**
   * The staged files; absent if they are unknown: there is no index, it is split or sparse, a merge has conflicts, or
   * git fails.
   */
  readonly staged?: readonly StagedFile[];
}

/** git's state at one time: the refs, stashes, HEADs, reflogs and staged files in a user's git folder. */
export interface GitState {
  readonly gitDir: string;
  readonly commonDir: string;
  /** Full name of a ref → its object. Stashes and the branches of remotes are left out. */
  readonly refs: Readonly<Record<string, ObjectId>>;
  /** The stashes in the order of `git stash list`, the newest first. */
  readonly stashes: readonly Stash[];
  /** The worktrees of the repository; the recorded one comes first. */
  readonly checkouts: readonly Checkout[];
}

/** git's state, and the tips of remotes' branches, of which no copy is made, since they can be fetched again. */
export interface PresentGit extends GitState {
  readonly remoteTips: readonly ObjectId[];
  /** The number of refs above the limit, which `refs` leaves out. */
  readonly refsLeftOut: number;
}

/** The ids of all objects that a state names, without commits of submodules. */
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
