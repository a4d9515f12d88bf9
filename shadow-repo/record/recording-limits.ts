import { realpathSync } from "node:fs";
import { dirname } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { allows } from "../limits.ts";
import type { Place } from "../place.ts";

/**
 * The reason why a worktree is not recorded at all, and how to allow it; `undefined` if it is recorded. A home folder
 * or a whole disk under git holds far more than a project, and private files that must not be copied.
 */
export function refusal(
  io: Io,
  { worktree }: { readonly worktree: Pick<Place["worktree"], "root"> },
): UserError | undefined {
  const home = homeOf(io.env);
  const isHome = home !== undefined && home !== "" && sameFolder(home, worktree.root);
  const isDisk = dirname(worktree.root) === worktree.root;
  if ((!isHome && !isDisk) || allows(io, "home")) return undefined;
  return new UserError("refusedWorktree", [worktree.root, isHome ? "your home folder" : "a whole disk"]);
}

/** @throws UserError if the worktree is not recorded, see `refusal` */
export function throwWhereRefused(io: Io, place: Place): void {
  const refused = refusal(io, place);
  if (refused !== undefined) throw refused;
}

function sameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === other;
  } catch {
    return false;
  }
}
