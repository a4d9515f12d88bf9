import type { GitLoss } from "./git-loss.ts";

/** The description of a git loss for a person. */
export interface ToldLoss {
  readonly kind: GitLoss["kind"];
  /** The lost ref, commit, files, worktree or repository, or the message of the stash. */
  readonly name: string;
  readonly sentence: string;
  /** The command that brings the loss back; absent if no copy was kept. */
  readonly command?: string;
  /** Whether git itself does not show the loss, so that the end of the turn reports it once. */
  readonly isSilent: boolean;
}
