import { relative } from "node:path";

import { realPath } from "../../kit/files.ts";
import { discards } from "./git.ts";
import { gitRule, toGit, type Git } from "./git-rule.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** The rule for changes that git discards in the agent's own worktree while snapveil's recording fails. */
export const GIT_UNRECORDED: HarmRule = gitRule({
  name: "discard-unrecorded",
  level: "unrecorded",
  verbs: "discards",
  does: "discards changes that are not committed, while snapveil records no checkpoints",
  instead: "Commit or stash the changes of that repository first: `git -C ITS-FOLDER stash push --include-untracked`.",
  onlyIfUnrecorded: true,
  matches: (git, view) => discards(git, view) && !isOther(git, view),
  discards: (view) => toGit(view.own).folder,
});

/** The rule for changes that git discards in another repository than the agent's. */
export const GIT_ELSEWHERE: HarmRule = gitRule({
  name: "discard-elsewhere",
  level: "unrecorded",
  verbs: "discards",
  does: "discards changes in another repository, where no checkpoint is made",
  instead: "Commit or stash the changes of that repository first: `git -C ITS-FOLDER stash push --include-untracked`.",
  matches: (git, view) => discards(git, view) && isOther(git, view),
  discards: (view) => toGit(view.own).folder,
});

/**
 * Whether git works on a repository other than the agent's. False for a repository in a temporary folder, and for one
 * that a tool fetched and can fetch again (`node_modules`).
 */
function isOther({ folder }: Git, view: CommandView): boolean {
  const root = view.repository(folder)?.root;
  const [place] = view.places([root ?? (folder === "" ? "." : folder)]);
  if (!place?.path || place.kind === "temporary" || place.kind === "unknown") return false;
  // The folder does not exist yet; an earlier command of the call may create a repository in it.
  if (root === undefined) return place.kind === "outside";
  return realPath(root) !== view.worktree && !isMadeAgain(relative(view.worktree ?? "/", root));
}
