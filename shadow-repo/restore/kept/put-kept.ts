import {
  chmodSync,
  constants,
  copyFileSync,
  fchmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";

import { causeInWords } from "../../../kit/disk-trouble.ts";
import { foldersOf, onDisk, toText, type GitPath } from "../../git-path.ts";
import { stampOf } from "../../keep/kept-changes.ts";
import { copyIn, type KeptFile } from "../../keep/kept-state.ts";
import { TEMPORARY, type Place } from "../../place.ts";
import { foundAt, inFolder, statAt } from "../../source/on-disk.ts";
import type { Skipped } from "../../engine.ts";
import type { KeptItem, KeptPlan } from "./kept-plan.ts";

const CHANGED = "it changed this moment";

/** The kept files that an operation put back, and those that it could not. */
export interface KeptDone {
  readonly done: readonly KeptItem[];
  /** Files that were planned but could not be put back, with the reasons. */
  readonly left: readonly Skipped[];
}

/**
 * Puts the kept files of a plan back.
 * @param keptNow the files of which the present content is kept, so that they may be removed
 */
export function putAllKept(
  place: Place,
  { ready }: KeptPlan,
  operation: string,
  keptNow: ReadonlySet<GitPath>,
): KeptDone {
  const done: KeptItem[] = [];
  const left: Skipped[] = [];
  // A folder is made before its files are written, and gets its permissions afterwards, since these may forbid to write
  // into the folder.
  const folders = ready.filter(({ file }) => file.isFolder).toSorted(byPath);
  for (const item of [...folders, ...ready.filter(({ file }) => !file.isFolder)]) {
    const why = item.file.isFolder ? putFolder(place, item.file) : putKept(place, item, operation, keptNow);
    if (why === undefined) done.push(item);
    else left.push({ path: item.file.path, why });
  }
  for (const { file } of done.toReversed()) if (file.isFolder) setMode(place, file);
  return { done, left };
}

function byPath({ file: one }: KeptItem, { file: other }: KeptItem): number {
  return one.path < other.path ? -1 : 1;
}

/** Makes a folder that was deleted. @returns the reason if a file is in its place */
function putFolder({ worktree: { root } }: Place, { path }: KeptFile): string | undefined {
  try {
    const way = makeWay(root, foldersOf(path.slice(0, -1)).toReversed());
    if (way !== undefined) return way;
    const found = foundAt(root, path.slice(0, -1));
    if (!found) mkdirSync(onDisk(root, path.slice(0, -1)), { mode: 0o700 });
    return found && !found.isDirectory() ? "something else is in its place by now" : undefined;
  } catch (error) {
    const why = causeInWords(error);
    if (why === undefined) throw error;
    return why;
  }
}

/** Gives a folder its former permissions; does nothing if the path is no folder any more. */
function setMode({ worktree: { root } }: Place, { path, mode }: KeptFile): void {
  try {
    inFolder(onDisk(root, path.slice(0, -1)), (fd) => fchmodSync(fd, mode));
  } catch {
    // If this fails, the folder stays as it was made: only its owner can use it.
  }
}

/**
 * Puts one kept file back. The copy goes into a temporary file in the same folder, which takes the file's place after a
 * last check, so that the file is whole at every moment.
 * @returns the reason if the file was left alone
 */
function putKept(
  { shadow, worktree: { root } }: Place,
  { file, over, removes = [] }: KeptItem,
  id: string,
  keptNow: ReadonlySet<GitPath>,
): string | undefined {
  const lost = removes.find((one) => !keptNow.has(one));
  if (lost !== undefined) return `${toText(lost)} beside it would have to go, and no copy of that is kept`;
  const { path, copy, link, mode } = file;
  const folders = foldersOf(path).toReversed();
  const temporary = onDisk(root, `${folders.at(-1) ?? ""}${TEMPORARY.prefix}${id}-kept${TEMPORARY.suffix}`);
  const way = makeWay(root, folders);
  if (way !== undefined) return way;
  try {
    if (link !== undefined) symlinkSync(Buffer.from(link, "latin1"), temporary);
    else {
      copyFileSync(copyIn(shadow, copy!), temporary, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      chmodSync(temporary, mode);
    }
    // Side files are removed first: a side file of another version of the database would break the restored one.
    for (const one of removes) rmSync(onDisk(root, one), { force: true });
    return takePlace(root, path, temporary, over);
  } catch (error) {
    const why = causeInWords(error);
    if (why === undefined) throw error;
    return why;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function takePlace(root: string, path: GitPath, temporary: Buffer, over: string | undefined): string | undefined {
  const place = onDisk(root, path);
  if (over !== undefined) {
    const stat = statAt(root, path);
    if (!stat || stat === "unknown" || stampOf(stat) !== over) return CHANGED;
    renameSync(temporary, place);
    return undefined;
  }
  try {
    linkSync(temporary, place); // fails if a file appeared meanwhile
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || foundAt(root, path)) return CHANGED;
    renameSync(temporary, place); // the file system has no hard links
  }
  return undefined;
}

/** Makes the missing folders above a file. @returns the reason if a folder is a symlink or a file by now */
function makeWay(root: string, folders: readonly GitPath[]): string | undefined {
  for (const folder of folders) {
    const place = onDisk(root, folder.slice(0, -1));
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (!found) mkdirSync(place);
    else if (!found.isDirectory()) return "a folder above it is something else by now";
  }
  return undefined;
}
