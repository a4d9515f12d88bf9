import { readFileSync, readlinkSync, type Stats } from "node:fs";

import type { ObjectId } from "../engine.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { statAt } from "../source/on-disk.ts";
import { isSame } from "./keep-present.ts";
import { copyIn, statesWith, type KeptFile, type KeptState } from "./kept-state.ts";

/** The kept files that a step deleted or changed, as they are stored in the record of a checkpoint. */
export interface KeptChanges {
  readonly deleted: readonly GitPath[];
  /** The stamp of each changed file at the step's end, by path. */
  readonly changed: Readonly<Record<GitPath, string>>;
  /**
   * Folders that held no files before the step, and hold files that it made. An undo leaves them, without the files.
   */
  readonly filled?: readonly GitPath[];
}

/**
 * The kept files and folders that were deleted since a state, and the files that were changed; `undefined` if there are
 * none.
 * @param touched the only files that may have changed; absent: any file. Folders are looked at in any case
 */
export function keptChangesSince(
  { shadow, worktree: { root } }: Place,
  { files: all }: KeptState,
  touched?: readonly GitPath[],
): KeptChanges | undefined {
  const among = touched && new Set(touched);
  const files = among ? all.filter(({ path, isFolder }) => isFolder || among.has(path)) : all;
  const deleted: GitPath[] = [];
  const changed: Record<GitPath, string> = {};
  for (const file of files) {
    const stat = statAt(root, file.path);
    if (!stat || (file.isFolder && stat !== "unknown" && !stat.isDirectory())) deleted.push(file.path);
    else if (file.isFolder) continue;
    else if (stat !== "unknown" && !isSame(file, stat) && !isOnlyTouched(shadow, root, file, stat))
      changed[file.path] = stampOf(stat);
  }
  return deleted.length + Object.keys(changed).length === 0 ? undefined : { deleted, changed };
}

/** Adds the folders of a state that held no files and in which files of `added` are now. */
export function withFilled(
  changes: KeptChanges | undefined,
  { files }: KeptState,
  added: readonly GitPath[],
): KeptChanges | undefined {
  const above = new Set(added.flatMap(foldersOf));
  const filled = files.flatMap(({ path, isFolder }) => (isFolder && above.has(path) ? path : []));
  return filled.length === 0 ? changes : { deleted: [], changed: {}, ...changes, filled };
}

/** Whether a file still has the kept content and mode, so that only its times or its hard links have changed. */
export function isOnlyTouched(
  shadow: string,
  root: string,
  { path, size, mode, copy, link }: KeptFile,
  stat: Stats,
): boolean {
  if (stat.size !== size || (stat.mode & 0o7777) !== mode) return false;
  try {
    if (link !== undefined) return stat.isSymbolicLink() && readlinkSync(onDisk(root, path), "latin1") === link;
    return stat.isFile() && readFileSync(onDisk(root, path)).equals(readFileSync(copyIn(shadow, copy!)));
  } catch {
    return false; // the file or its copy cannot be read
  }
}

/**
 * Whether a file has the content and mode that it had under an earlier stamp, as after an undo that put this version
 * back. `false` if no kept state holds the version.
 */
export function isVersion(shadow: string, root: string, path: GitPath, stamp: string, stat: Stats): boolean {
  for (const { files } of statesWith(shadow, path)) {
    const version = files.find((file) => file.path === path && stampOfKept(file) === stamp);
    if (version) return isOnlyTouched(shadow, root, version, stat);
  }
  return false;
}

function stampOfKept({ size, modified, inode }: KeptFile): string {
  return stampOf({ size, mtimeMs: modified, ino: inode });
}

/** Whether a step only changed kept files: it changed no recorded file, and deleted no kept one. */
export function isInPlace(step: {
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly keepChanges?: KeptChanges;
}): boolean {
  return step.before === step.after && step.keepChanges?.deleted.length === 0;
}

/** A stamp of a file that stays equal as long as nobody writes to the file. */
export function stampOf({ size, mtimeMs, ino }: Pick<Stats, "size" | "mtimeMs" | "ino">): string {
  return `${size} ${mtimeMs} ${ino}`;
}
