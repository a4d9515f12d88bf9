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

/** The limits for one file: a file that `alsoRecord` names has its own limits. */
export function limitsFor(path: GitPath, limits: FileLimits, inclusion: Inclusion | undefined): FileLimits {
  return inclusion?.fits(path) ? { ...limits, newFile: INCLUDED_FILE, growingFile: INCLUDED_FILE } : limits;
}

/** No limits: an operation captures the files that it touched, whatever their sizes. */
export const NO_LIMITS: FileLimits = { newFile: Infinity, growingFile: Infinity };

export function limitsOf({ maxFileSize, growingFileSize }: CaptureOptions): FileLimits {
  const { newFileLimit, growingFileLimit } = DEFAULT_SETTINGS.checkpoints;
  const newFile = maxFileSize ?? newFileLimit;
  const asked = growingFileSize ?? growingFileLimit;
  // If only the limit for new files is raised, it is the limit for growing files as well.
  const growingFile = asked === growingFileLimit ? Math.max(newFile, asked) : asked;
  return { newFile, growingFile };
}

/** The fault in the size of a new or changed file: it has grown since it was recorded, or it is large and new. */
export type SizeFault = "grown" | "new";

/**
 * Why a file is too large; `undefined` if its size is within the limits. `isTracked` is called only if its answer
 * matters.
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

/** The most new files and bytes that one capture takes in. Few git worktrees are larger, but many home folders are. */
const MAX_NEW_FILES = 200_000;
const MAX_NEW_BYTES = 4 * 1024 ** 3;

/** A name that the variable `SNAPVEIL_ALLOW` may hold, in a list with commas. */
type Permission = "home" | "large";

/**
 * The most files and bytes of a folder that `snapveil track` takes in. The limits are low, since without git no index
 * shows which files are the user's own.
 */
export const MOST_TRACKED = { files: 20_000, bytes: 500_000_000 };

/**
 * @param most limits that replace those for a worktree
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

/** Whether the variable `SNAPVEIL_ALLOW` permits an action that is refused otherwise. */
export function allows({ env }: Io, permission: Permission): boolean {
  return (env["SNAPVEIL_ALLOW"] ?? "").split(",").some((name) => name.trim() === permission);
}
