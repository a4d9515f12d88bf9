import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
  type PathLike,
} from "node:fs";

import type { SnapshotEngine } from "../../engine.ts";
import { folderAbove, nameOnDisk, onDisk, type GitPath } from "../../git-path.ts";
import { OUT_OF_BOUNDS } from "../../path-fault.ts";
import { foundAt } from "../../source/on-disk.ts";
import { CHANGED, checkFile, checkItem, checkWay, type CheckContext } from "./check-item.ts";
import { makeFolders, removeEmptyFolders, removeIfEmpty, type MakingFolders } from "./folders.ts";
import { asMode, giveLinkTo, giveTo, keptPermissions, ownerFor } from "./permissions.ts";
import type { PlanItem } from "../plan/plan-item.ts";
import { isUntouched, linked, removeName, temporaryFor } from "./second-name.ts";

/** The context in which files are put back: the worktree's root, the operation, the known permissions, the engine. */
export interface Putting extends MakingFolders {
  readonly engine: SnapshotEngine;
  /** The regular files that were written → their modes. */
  readonly written: Map<GitPath, number>;
  /** The folder in which a file was put a moment ago, after a check of the folders above it. */
  checkedFolder?: GitPath | undefined;
}

/**
 * No planned items: right before a file is touched, every obstacle stops the item, since no later item removes the
 * obstacle.
 */
const NOTHING: CheckContext["planned"] = new Map();

/**
 * Puts one file into its target state. The content goes into a temporary file in the same folder, which is renamed over
 * the file after a last check, so that the file is whole at every moment. An existing file keeps its owner and its
 * permissions except for the executable bit, and no file gets more permissions than it had.
 * @param content absent for a file that is too large for memory: it is then copied out of the engine
 * @returns the reason if the file was left alone
 */
export async function putFile(
  putting: Putting,
  item: PlanItem,
  content: Buffer | undefined,
): Promise<string | undefined> {
  const { root, engine, operation } = putting;
  const { path, current, target } = item;
  const now = { root, engine, planned: NOTHING };
  // Else a symlink above would lead the temporary file out of the worktree. The last file in this folder was renamed
  // after such a check, and this file will be, too.
  const isChecked = putting.checkedFolder === folderAbove(path);
  putting.checkedFolder = undefined;
  const way = isChecked ? undefined : checkWay(path, now);
  if (way !== undefined) return way;
  const existing = foundAt(root, path);
  const isRegular = target!.mode !== "120000";
  if (isRegular && existing?.isFile() && existing.nlink === 1n && current?.id === target!.id)
    return changeMode(now, item, existing);

  const folder = folderAbove(path);
  const made: GitPath[] = [];
  const temporary = temporaryFor(root, path, operation);
  let why: string | undefined;
  try {
    if (!existing && !makeFolders(putting, folder, item.source, made)) why = OUT_OF_BOUNDS;
    else {
      const own = isRegular
        ? await writeFile(putting, temporary, item, existing, content)
        : writeLink(putting, temporary, item, existing, content);
      why = takePlace(now, item, { existing, temporary, own, aside: temporaryFor(root, path, operation) });
    }
  } catch (error) {
    discard(root, temporary, made);
    throw error;
  }
  if (why !== undefined) discard(root, temporary, made);
  else putting.checkedFolder = folder;
  return why;
}

/** A new content that is ready in a temporary file. */
interface Ready {
  /** The file that was found at the path. */
  readonly existing: BigIntStats | undefined;
  readonly temporary: PathLike;
  /** The inode of the temporary file. */
  readonly own: bigint;
  /** A second name for the existing file. */
  readonly aside: PathLike;
}

/**
 * Checks an item for the last time, then moves the temporary file to its path in one atomic step. If there was no file
 * at the path, a file that appeared meanwhile is left alone. Returns the reason if the file was left alone.
 */
function takePlace(now: CheckContext, item: PlanItem, ready: Ready): string | undefined {
  const { root } = now;
  const { existing, temporary } = ready;
  const place = nameOnDisk(root, item.path);
  const verdict = existing?.isFile() && item.current ? checkFile(item, now, existing) : checkItem(item, now);
  if (verdict.why !== undefined) return verdict.why;
  if (verdict.found && !verdict.found.isDirectory()) return replace(now, item, verdict.found, ready);
  if (verdict.found) removeEmptyFolders(root, item.path); // checkItem found no file in the folder
  if (item.target!.mode !== "120000" && linked(temporary, place)) unlinkSync(temporary);
  else if (foundAt(root, item.path)) return CHANGED;
  else renameSync(temporary, place);
  return undefined;
}

/**
 * Replaces a file that is as it was captured. The old file keeps a second name (`aside`) until it is certain that no
 * program wrote into the old file, which it may have open. If a program did, the old file comes back with the new text.
 */
function replace(
  { root, engine }: CheckContext,
  item: PlanItem,
  found: BigIntStats,
  { temporary, own, aside }: Ready,
): string | undefined {
  const place = nameOnDisk(root, item.path);
  if (!found.isFile() || !linked(place, aside)) {
    renameSync(temporary, place);
    return undefined;
  }
  try {
    const isStill = () => isUntouched(aside, found, item.current!, engine);
    if (!isStill()) return CHANGED;
    renameSync(temporary, place);
    if (isStill()) return undefined;
    if (foundAt(root, item.path)?.ino === own) renameSync(aside, place);
    return CHANGED;
  } finally {
    removeName(aside);
  }
}

/**
 * Changes a file's mode through an open descriptor: a change by path would follow a symlink that replaces the file
 * meanwhile. A file with a second hard link is left alone, since the mode would change under its other name as well.
 */
function changeMode(now: CheckContext, item: PlanItem, existing: BigIntStats): string | undefined {
  const verdict = checkItem(item, now);
  if (verdict.why !== undefined) return verdict.why;
  const fd = openSync(
    onDisk(now.root, item.path),
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const { ino, dev, nlink } = fstatSync(fd, { bigint: true });
    if (ino !== existing.ino || dev !== existing.dev || nlink !== 1n) return CHANGED;
    fchmodSync(fd, asMode(Number(existing.mode) & 0o7777, item.target!.mode));
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** Writes a temporary file with its owner and permissions; gives its inode. */
async function writeFile(
  { root, engine, modes, written }: Putting,
  file: PathLike,
  { path, source, target }: PlanItem,
  existing: BigIntStats | undefined,
  content: Buffer | undefined,
): Promise<bigint> {
  const { id, mode } = target!;
  const known = modes.ofFile(source, path, mode);
  const replaced = existing?.isFile() === true ? existing : undefined;
  // `x` fails if the path exists, so no planted symlink is followed. The umask limits the mode of a new file, as with
  // git. Only the owner can read a replacement until it gets the former file's permissions.
  const fd = openSync(file, "wx", replaced ? 0o600 : asMode(known.bits, mode));
  try {
    if (content) for (let done = 0; done < content.length; ) done += writeSync(fd, content, done);
    else await engine.writeBlobTo(id, fd);
    let own = fstatSync(fd, { bigint: true });
    const owner = ownerFor(own, existing, replaced ? undefined : folderOf(root, path));
    if (owner) {
      giveTo(fd, owner);
      own = fstatSync(fd, { bigint: true });
    }
    const most = known.isOwn ? known.bits : 0o777;
    const bits = replaced
      ? keptPermissions(replaced, own, mode, most)
      : known.isOwn
        ? asMode(known.bits, mode)
        : undefined;
    if (bits !== undefined) {
      fchmodSync(fd, bits);
      written.set(path, constants.S_IFREG | bits);
    }
    return own.ino;
  } finally {
    closeSync(fd);
  }
}

/** Makes a temporary link with its owner; gives its inode. */
function writeLink(
  { root }: Putting,
  link: PathLike,
  { path }: PlanItem,
  existing: BigIntStats | undefined,
  content: Buffer | undefined,
): bigint {
  symlinkSync(content ?? Buffer.alloc(0), link);
  const own = lstatSync(link, { bigint: true });
  giveLinkTo(link, ownerFor(own, existing, folderOf(root, path)));
  return own.ino;
}

function folderOf(root: string, path: GitPath): BigIntStats | undefined {
  return foundAt(root, folderAbove(path).slice(0, -1));
}

function discard(root: string, temporary: PathLike, made: readonly GitPath[]): void {
  rmSync(temporary, { force: true });
  for (const folder of made.toReversed()) removeIfEmpty(root, folder);
}
