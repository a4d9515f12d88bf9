import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import type { Place } from "./place.ts";

/** Newly added files above this many bytes are not recorded: 2 MiB. */
export const MAX_FILE_SIZE = 2 * 1024 * 1024;

/** How much one capture may take in for the first time. A git worktree of this size is rare, a home folder is not. */
const MAX_NEW_FILES = 200_000;
const MAX_NEW_BYTES = 4 * 1024 ** 3;

/** Names in `SNAPVEIL_ALLOW`, separated by commas. */
type Permission = "home" | "large";

/** @throws UserError where a capture would take in more new files than a project is likely to hold */
export function checkAmount(io: Io, { worktree }: Place, files: readonly { readonly size: number }[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if ((files.length <= MAX_NEW_FILES && bytes <= MAX_NEW_BYTES) || allows(io, "large")) return;
  const amount = `${files.length} new files of ${Math.round(bytes / 1024 ** 2)} MiB`;
  throw new UserError("tooMuch", [worktree.root, amount]);
}

/** Whether the user allows what is refused otherwise. */
export function allows({ env }: Io, permission: Permission): boolean {
  return (env["SNAPVEIL_ALLOW"] ?? "").split(",").some((name) => name.trim() === permission);
}
