import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { DEFAULT_SETTINGS } from "../worktree/doors/settings.ts";
import type { CaptureOptions, Inclusion } from "./engine.ts";
import type { GitPath } from "./git-path.ts";
import type { Place } from "./place.ts";

/** Bytes above which a file is left out of a capture. */
export interface FileLimits {
  /** The limit of a file that no state holds and that the source does not track. */
  readonly newFile: number;
  /** The limit of a file that was recorded, has changed since and is not tracked by the source. */
  readonly growingFile: number;
}

/** The largest file, in bytes, that `alsoRecord` takes in, whatever the other limits are. */
export const INCLUDED_FILE = 8 * 1024 ** 2;

/** The sizes that count for one file of a capture. */
export function limitsFor(path: GitPath, limits: FileLimits, inclusion: Inclusion | undefined): FileLimits {
  return inclusion?.fits(path) ? { ...limits, newFile: INCLUDED_FILE, growingFile: INCLUDED_FILE } : limits;
}

/** The limits of an operation, which knows the files that it touched: none. */
export const NO_LIMITS: FileLimits = { newFile: Infinity, growingFile: Infinity };

export function limitsOf({ maxFileSize, growingFileSize }: CaptureOptions): FileLimits {
  const { newFileLimit, growingFileLimit } = DEFAULT_SETTINGS.checkpoints;
  const newFile = maxFileSize ?? newFileLimit;
  const asked = growingFileSize ?? growingFileLimit;
  // A raised limit of new files counts for growing files as well, unless the user says otherwise.
  const growingFile = asked === growingFileLimit ? Math.max(newFile, asked) : asked;
  return { newFile, growingFile };
}

/** The fault in the size of a new or changed file: it has grown since it was recorded, or it is large and new. */
export type SizeFault = "grown" | "new";

/**
 * The fault in a file's size; `undefined` if the file is recorded. Whether the source tracks the file is asked only if
 * that matters.
 */
export function sizeFault(
  size: number | bigint,
  { newFile, growingFile }: FileLimits,
  { isRecorded, isTracked }: { readonly isRecorded: boolean; readonly isTracked: () => boolean },
): SizeFault | undefined {
  if (size <= (isRecorded ? growingFile : newFile) || isTracked()) return undefined;
  return isRecorded ? "grown" : "new";
}

export function sizeSentence(fault: SizeFault, { newFile, growingFile }: FileLimits): string {
  return fault === "new"
    ? `larger than ${newFile} bytes`
    : `it grew to more than ${growingFile} bytes, so it is no longer recorded`;
}

/** New files that one capture may take in. A git worktree of this size is rare, a home folder is not. */
const MAX_NEW_FILES = 200_000;
const MAX_NEW_BYTES = 4 * 1024 ** 3;

/** Names in `SNAPVEIL_ALLOW`, separated by commas. */
type Permission = "home" | "large";

/** Files and bytes that a folder without git may hold when it is tracked: no index of git's lists its own files. */
export const MOST_TRACKED = { files: 20_000, bytes: 500_000_000 };

/**
 * @param most in the place of a worktree's limits
 * @throws UserError if a capture would take in more new files than a project is likely to hold
 */
export function checkAmount(
  io: Io,
  { worktree }: Place,
  files: readonly { readonly size: number }[],
  most?: CaptureOptions["mostNew"],
): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (most) {
    if (files.length <= most.files && bytes <= most.bytes) return;
    const held = `${files.length} files of ${Math.round(bytes / 1_000_000)} MB`;
    throw new UserError("tooMuchToTrack", [worktree.root, held]);
  }
  if ((files.length <= MAX_NEW_FILES && bytes <= MAX_NEW_BYTES) || allows(io, "large")) return;
  const amount = `${files.length} new files of ${Math.round(bytes / 1024 ** 2)} MiB`;
  throw new UserError("tooMuch", [worktree.root, amount]);
}

/** Whether the user allows an action that is refused otherwise. */
export function allows({ env }: Io, permission: Permission): boolean {
  return (env["SNAPVEIL_ALLOW"] ?? "").split(",").some((name) => name.trim() === permission);
}
