import { UserError } from "../kit/user-error.ts";
import { lostRepository } from "./find-worktree.ts";

/**
 * The error for a folder that is in no worktree or repository. If a `.git` file above it leads nowhere, the error says
 * so.
 */
export function noWorktree(folder: string, code: "noWorktree" | "noRepository" = "noWorktree"): UserError {
  const lost = lostRepository(folder);
  if (!lost) return new UserError(code, [folder]);
  const { root, gitDir } = lost;
  // A linked worktree's `.git` file names a folder of the form <repository>/worktrees/<name>.
  return /[\\/]worktrees[\\/][^\\/]+$/.test(gitDir)
    ? new UserError("movedRepository", [root, gitDir, root])
    : new UserError("brokenPointer", [root, gitDir]);
}
