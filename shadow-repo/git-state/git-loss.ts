import type { ObjectId } from "../engine.ts";
import type { Checkout, StagedFile, Stash } from "./git-state.ts";

/** Something of git's that a step took away, or left behind. */
export type GitLoss =
  /** The whole repository. */
  | { readonly kind: "repository" }
  /** A branch, tag or other ref; `isHeld`: other refs hold its commits. */
  | { readonly kind: "ref"; readonly name: string; readonly id: ObjectId; readonly isHeld: boolean }
  /** A ref names another commit, which does not hold the former one; `isHeld`: another ref does; `isBack`: the ref went back in its own history. */
  | {
      readonly kind: "moved";
      readonly name: string;
      readonly id: ObjectId;
      readonly now: ObjectId;
      readonly isHeld: boolean;
      readonly isBack: boolean;
      readonly isCheckedOut: boolean;
    }
  /** A commit that HEAD, or a reflog that is gone, named alone. */
  | { readonly kind: "commit"; readonly id: ObjectId }
  | { readonly kind: "stash"; readonly stash: Stash }
  | {
      readonly kind: "staged";
      readonly checkout: Checkout;
      readonly files: readonly StagedFile[];
      readonly isIndexGone?: true;
    }
  | { readonly kind: "worktree"; readonly root: string; readonly head: string }
  /** Another branch, or no branch, is checked out. */
  | { readonly kind: "head"; readonly head: string; readonly now: string }
  /** A stash that was made since, with files that are in the worktree no more. */
  | { readonly kind: "stashed"; readonly stash: Stash; readonly at: number };
