import { realpathSync } from "node:fs";
import { dirname } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Place } from "../place.ts";

/** How much one capture may take in for the first time. A git worktree of this size is rare, a home folder is not. */
const MAX_NEW_FILES = 200_000;
const MAX_NEW_BYTES = 4 * 1024 ** 3;

/** Names in `SNAPVEIL_ALLOW`, separated by commas. */
type Permission = "home" | "large";

/**
 * Why a worktree is not recorded at all, as a sentence that says how to allow it; `undefined` where it is. A home
 * folder or a whole disk under git holds far more than a project, and things that nobody wants copied.
 */
export function refusal(io: Io, { worktree }: Place): string | undefined {
  const home = homeOf(io.env);
  const isHome = home !== undefined && home !== "" && sameFolder(home, worktree.root);
  const isDisk = dirname(worktree.root) === worktree.root;
  if ((!isHome && !isDisk) || allows(io, "home")) return undefined;
  return (
    `${worktree.root} is ${isHome ? "your home folder" : "a whole disk"} and is not recorded. ` +
    "To record it all the same set SNAPVEIL_ALLOW=home."
  );
}

/** @throws UserError where a capture would take in more than a project is likely to hold */
export function checkAmount(io: Io, { worktree }: Place, files: number, bytes: number): void {
  if ((files <= MAX_NEW_FILES && bytes <= MAX_NEW_BYTES) || allows(io, "large")) return;
  const amount = `${files} new files of ${Math.round(bytes / 1024 ** 2)} MiB`;
  throw new UserError("badArgument", [
    `${worktree.root} is not recorded: it holds ${amount}. ` +
      "Put what is no source into .gitignore, or set SNAPVEIL_ALLOW=large.",
  ]);
}

function allows({ env }: Io, permission: Permission): boolean {
  return (env["SNAPVEIL_ALLOW"] ?? "").split(",").some((name) => name.trim() === permission);
}

function sameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === other;
  } catch {
    return false;
  }
}
