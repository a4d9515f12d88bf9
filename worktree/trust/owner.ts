import { lstatSync, statfsSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { geteuid } from "node:process";

import { realPath, realPathOfNew } from "../../kit/files.ts";
import { isOwned } from "./owned.ts";
import { isSafeDirectory } from "./safe-directory.ts";

/** The mode bit that lets users other than the owner and the group write. */
const OTHERS_WRITE = 0o002;
/** The mode bit of a folder that lets users other than the owner and the group reach the files in it. */
const OTHERS_ENTER = 0o001;
/** The mode bit of a folder that keeps users from renaming or deleting other users' files in the folder. */
const STICKY = 0o1000;
/**
 * File systems that store no owners and show one owner for every file: 9p, FAT, exFAT, NTFS (2), FUSE, VirtualBox, SMB
 * (2).
 */
const WITHOUT_OWNERS: readonly number[] = [
  0x01021997, 0x4d44, 0x2011bab0, 0x7366746e, 0x5346544e, 0x65735546, 0x786f4256, 0xff534d42, 0xfe534d42,
];

/**
 * Whether a file or folder is under the person's control: the person or root owns it, and no other user may write or
 * replace it. A link is under the person's control only if its target is, too. As in git, a folder that
 * `safe.directory` names makes all files in it the person's. True for a missing path, and on Windows, where files have
 * no numeric owners.
 */
export function isPersons(path: string): boolean {
  return whyForeign(path) === undefined;
}

/** Why a file is not under the person's control, as half a sentence; `undefined` if it is. */
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
 * Whether a repository applies to a folder: its `.git` belongs to the person, to root, or to the owner of the folder,
 * or `safe.directory` names it. Another user can create a `.git` in a shared folder above. Write permissions are not
 * examined; git checks them.
 * @param gitDir the path of `.git`, or of the git folder
 */
export function isRepositoryFor(folder: string, gitDir: string): boolean {
  const stats = look(lstatSync, gitDir);
  return stats === undefined || isOwned(stats) || look(statSync, folder)?.uid === stats.uid || isSafeDirectory(gitDir);
}

/** Whether other users can write a file or folder, or replace it. */
function isOpen(path: string, stats = look(statSync, path)): boolean {
  if (geteuid === undefined || stats === undefined) return false;
  const file = realPath(path);
  const folder = look(statSync, dirname(file));
  return (mayBeWritten(stats) || (folder !== undefined && mayBeWritten(folder))) && isReached(file) && hasOwners(file);
}

function mayBeWritten(stats: Stats): boolean {
  return (stats.mode & OTHERS_WRITE) !== 0 && !(stats.isDirectory() && (stats.mode & STICKY) !== 0);
}

/** Whether other users can open a file by its path, because each folder above it lets them enter. */
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
    return undefined; // a part of the path is a file, or a folder may not be read
  }
}
