import { UserError } from "../kit/user-error.ts";
import { lostRepository } from "./find-worktree.ts";

/** Why a folder is in no worktree, for a command by hand. */
export function noWorktree(folder: string, code: "noWorktree" | "noRepository" = "noWorktree"): UserError {
  const lost = lostRepository(folder);
  if (!lost) return new UserError(code, [folder]);
  const { root, gitDir } = lost;
  // As `git worktree add` writes it: <repository>/worktrees/<name>.
  return /[\\/]worktrees[\\/][^\\/]+$/.test(gitDir)
    ? new UserError("movedRepository", [root, gitDir, root])
    : new UserError("brokenPointer", [root, gitDir]);
}
