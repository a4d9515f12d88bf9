import { lstatSync, statfsSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { geteuid } from "node:process";

import { realPath, realPathOfNew } from "../../kit/files.ts";
import { isOwned } from "./owned.ts";
import { isSafeDirectory } from "./safe-directory.ts";

/** The bit by which others than the owner and the group may write. */
const OTHERS_WRITE = 0o002;
/** The bit by which others may look up a name in a folder. */
const OTHERS_ENTER = 0o001;
/** The bit of a folder in which nobody renames or deletes the files of another. */
const STICKY = 0o1000;
/** Disks that know no owner for a file, and show one for all: 9p, FAT, exFAT, NTFS (2), FUSE, VirtualBox, SMB (2). */
const WITHOUT_OWNERS: readonly number[] = [
  0x01021997, 0x4d44, 0x2011bab0, 0x7366746e, 0x5346544e, 0x65735546, 0x786f4256, 0xff534d42, 0xfe534d42,
];

/**
 * Whether a file or folder is the person's: the person owns it, or root does, and nobody else may write it or put another one
 * in its place. A link is asked about, and so is its target. As in git, a folder that `safe.directory` names is the
 * person's with all that lies in it, whoever owns it. True of a path where nothing is, and on Windows, where files have
 * no such owners.
 */
export function isPersons(path: string): boolean {
  return whyForeign(path) === undefined;
}

/** The reason why a file is not the person's, as half a sentence; `undefined` if it is theirs. */
export function whyForeign(path: string): string | undefined {
  const link = look(lstatSync, path);
  if (link === undefined) return undefined;
  const target = link.isSymbolicLink() ? look(statSync, path) : link;
  const isOthers = !isOwned(link) || (target !== undefined && !isOwned(target));
  const why = isOthers
    ? "it belongs to another user, and git's safe.directory names no folder around it"
    : isOpen(path, target)
      ? "other users may write it or its folder"
      : undefined;
  return why === undefined || isSafeDirectory(realPathOfNew(path)) ? undefined : why;
}

/**
 * Whether a repository, told by its `.git` or by git's folder, counts for the work in a folder: it is the person's, or
 * belongs to the owner of that folder. Another user may lay one into a shared folder above it. Modes are git's matter.
 */
export function isRepositoryFor(folder: string, gitDir: string): boolean {
  const stats = look(lstatSync, gitDir);
  return stats === undefined || isOwned(stats) || look(statSync, folder)?.uid === stats.uid || isSafeDirectory(gitDir);
}

/** Whether others can write a file or a folder, or put another file in the place of one. */
function isOpen(path: string, stats = look(statSync, path)): boolean {
  if (geteuid === undefined || stats === undefined) return false;
  const file = realPath(path);
  const folder = look(statSync, dirname(file));
  return (mayBeWritten(stats) || (folder !== undefined && mayBeWritten(folder))) && isReached(file) && hasOwners(file);
}

function mayBeWritten(stats: Stats): boolean {
  return (stats.mode & OTHERS_WRITE) !== 0 && !(stats.isDirectory() && (stats.mode & STICKY) !== 0);
}

/** Whether others come as far as a file: all folders above it let them through. */
function isReached(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const stats = look(statSync, folder);
    if (stats === undefined || (stats.mode & OTHERS_ENTER) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

function hasOwners(file: string): boolean {
  try {
    return !WITHOUT_OWNERS.includes(statfsSync(file).type >>> 0);
  } catch {
    return true;
  }
}

type Look = (path: string, options: { throwIfNoEntry: false }) => Stats | undefined;

function look(how: Look, path: string): Stats | undefined {
  try {
    return how(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a part of the path is a file, or it cannot be looked into
  }
}
