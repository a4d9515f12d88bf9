import { fchmodSync, fstatSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";

import type { ObjectId } from "../../engine.ts";
import { folderAbove, foldersOf, onDisk, type GitPath } from "../../git-path.ts";
import { CLOCK_STEP, foundAt, inFolder, isSpecial, namesBelow } from "../../source/on-disk.ts";
import { checkWay, isRepository } from "./check-item.ts";
import { giveTo, type KnownModes, ownerFor } from "./permissions.ts";
import { linked, temporaryFor } from "./second-name.ts";

/** The context in which folders are made: the worktree's root, the operation's id, and the known permissions. */
export interface MakingFolders {
  readonly root: string;
  readonly operation: string;
  readonly modes: KnownModes;
  /**
   * Folder → the permissions that it gets after its files were written, since these permissions do not allow its owner
   * to write.
   */
  readonly later: Map<GitPath, number>;
}

/**
 * Makes the missing folders of a path from the top down, and checks that each is a folder and no `.git` under another
 * name.
 * @param state the state whose permissions the folders get
 * @param made receives the folders that were made
 * @returns `false` if the check fails
 */
export function makeFolders(making: MakingFolders, folder: GitPath, state: ObjectId, made: GitPath[]): boolean {
  const { root } = making;
  for (const one of folder === "" ? [] : [...foldersOf(folder.slice(0, -1)).toReversed(), folder]) {
    const path = one.slice(0, -1);
    takeAwaySpecial(root, path, making.operation);
    if (!foundAt(root, path)) {
      makeFolder(making, one, state);
      made.push(path);
    }
    const found = lstatSync(onDisk(root, path), { bigint: true });
    if (!found.isDirectory() || isRepository(root, path, found)) return false;
  }
  return true;
}

/**
 * Removes a pipe, socket or device that has the name of a folder. It is renamed before the last check, so that a file
 * that another program puts there meanwhile is not removed.
 */
function takeAwaySpecial(root: string, path: GitPath, operation: string): void {
  const found = foundAt(root, path);
  if (!found || !isSpecial(found)) return;
  const [place, aside] = [onDisk(root, path), temporaryFor(root, path, operation)];
  renameSync(place, aside);
  if (isSpecial(lstatSync(aside, { bigint: true })) || linked(aside, place)) unlinkSync(aside);
  else if (!foundAt(root, path)) renameSync(aside, place);
}

/** Makes a folder with its former owner and permissions, as far as they are known. */
function makeFolder({ root, modes, later }: MakingFolders, folder: GitPath, state: ObjectId): void {
  const { bits, isOwn } = modes.ofFolder(state, folder);
  const path = folder.slice(0, -1);
  // The umask limits the mode, as of any new folder.
  mkdirSync(onDisk(root, path), { mode: (bits & 0o777) | 0o700 });
  const above = foundAt(root, folderAbove(folder).slice(0, -1));
  inFolder(onDisk(root, path), (fd) => {
    giveTo(fd, ownerFor(fstatSync(fd, { bigint: true }), undefined, above));
    if (isOwn) fchmodSync(fd, bits | 0o700);
  });
  if (isOwn && (bits & 0o700) !== 0o700) later.set(path, bits);
}

/** Gives the folders of `later` their former permissions. */
export function lockFolders({ root, later }: MakingFolders): void {
  for (const [folder, bits] of later) {
    try {
      inFolder(onDisk(root, folder), (fd) => fchmodSync(fd, bits));
    } catch {
      // The folder was removed again, since no file could be written into it.
    }
  }
}

/**
 * Removes folders that the deletions emptied, the deepest first. A folder of a written file stays: if it were removed
 * and made anew, a shell that works in it would lose its folder. A folder that was made before the steps stays, too: it
 * existed then, empty or with files that are not recorded.
 * @param since the beginning of the oldest step, in milliseconds; absent: the age of a folder does not matter
 * @param keepsFolder whether a folder stays, whatever its age
 */
export function tidyUp(
  root: string,
  {
    deleted,
    written,
    since,
    keepsFolder = () => false,
  }: Readonly<Record<"deleted" | "written", readonly GitPath[]>> & {
    readonly since?: number | undefined;
    readonly keepsFolder?: ((folder: GitPath) => boolean) | undefined;
  },
): void {
  const needed = new Set(written.flatMap(foldersOf));
  const folders = new Set(deleted.flatMap(foldersOf).filter((folder) => !needed.has(folder) && !keepsFolder(folder)));
  for (const folder of [...folders].toSorted((one, other) => other.length - one.length)) {
    if (checkWay(folder.slice(0, -1), { root, planned: new Map() }) === undefined && !isOlder(root, folder, since))
      removeIfEmpty(root, folder.slice(0, -1));
  }
}

/** The folders of a list that exist and hold nothing but other such folders. */
export function removableFolders(root: string, folders: readonly GitPath[]): GitPath[] {
  const found = new Set<GitPath>();
  for (const folder of [...folders].toSorted((one, other) => other.length - one.length)) {
    const names = foundAt(root, folder.slice(0, -1))?.isDirectory() ? namesBelow(root, folder) : "gone";
    if (typeof names !== "string" && names.every((name) => found.has(`${folder}${name}/`))) found.add(folder);
  }
  return folders.filter((folder) => found.has(folder));
}

/** Removes the folders that are empty, the deepest first, and leaves the others. */
export function removeFolders(root: string, folders: readonly GitPath[]): void {
  for (const folder of [...folders].toSorted((one, other) => other.length - one.length))
    if (checkWay(folder.slice(0, -1), { root, planned: new Map() }) === undefined)
      removeIfEmpty(root, folder.slice(0, -1));
}

/** Whether a folder was made before a time in milliseconds; `false` if the file system stores no birth times. */
function isOlder(root: string, folder: GitPath, since = 0): boolean {
  const birth = Number(foundAt(root, folder.slice(0, -1))?.birthtimeMs ?? 0n);
  return birth > 0 && birth < since - CLOCK_STEP;
}

export function removeIfEmpty(root: string, folder: GitPath): void {
  try {
    rmdirSync(onDisk(root, folder));
  } catch {
    // The folder is not empty, or gone: both are fine.
  }
}

/** Removes a folder and the folders in it. @throws an error of the system if one of them holds a file */
export function removeEmptyFolders(root: string, folder: GitPath): void {
  for (const name of readdirSync(onDisk(root, folder), { encoding: "latin1" }))
    removeEmptyFolders(root, `${folder}/${name}`);
  rmdirSync(onDisk(root, folder));
}
