import type { ObjectId } from "../engine.ts";
import type { Checkout, StagedFile, Stash } from "./git-state.ts";

/** A ref, commit, stash, worktree or staged file that git lost during a step, or a stash that the step left behind. */
export type GitLoss =
  /** The whole repository. */
  | { readonly kind: "repository" }
  /** A deleted branch, tag or other ref; `isHeld`: other refs reach its commit. */
  | { readonly kind: "ref"; readonly name: string; readonly id: ObjectId; readonly isHeld: boolean }
  /**
   * A ref that names another commit (`now`), which does not reach the former one (`id`). `isHeld`: another ref reaches
   * the former one; `isBack`: the ref moved back to an ancestor of it.
   */
  | {
      readonly kind: "moved";
      readonly name: string;
      readonly id: ObjectId;
      readonly now: ObjectId;
      readonly isHeld: boolean;
      readonly isBack: boolean;
      readonly isCheckedOut: boolean;
    }
  /** A commit that only a detached HEAD or a lost reflog named. */
  | { readonly kind: "commit"; readonly id: ObjectId }
  | { readonly kind: "stash"; readonly stash: Stash }
  | {
      readonly kind: "staged";
      readonly checkout: Checkout;
      readonly files: readonly StagedFile[];
      readonly isIndexGone?: true;
    }
  | { readonly kind: "worktree"; readonly root: string; readonly head: string }
  /** HEAD names another branch, or none; `head` and `now` are results of `headOf`. */
  | { readonly kind: "head"; readonly head: string; readonly now: string }
  /** A stash that was made since the earlier state; `at` is its number in `git stash list`. */
  | { readonly kind: "stashed"; readonly stash: Stash; readonly at: number };
