import type { GitLoss } from "./git-loss.ts";

/** A loss for a person to read. */
export interface ToldLoss {
  readonly kind: GitLoss["kind"];
  /** A ref, a stash's message, a file, a folder or a commit. */
  readonly name: string;
  readonly sentence: string;
  /** The one command that returns it; absent if no copy was kept. */
  readonly command?: string;
  /** Nothing else tells of it: it is told once, at the end of the turn. */
  readonly isSilent: boolean;
}
