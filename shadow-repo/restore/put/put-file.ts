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
} from "node:fs";

import type { SnapshotEngine } from "../../engine.ts";
import { folderAbove, foldersOf, onDisk, type GitPath } from "../../git-path.ts";
import { OUT_OF_BOUNDS } from "../../path-fault.ts";
import { foundAt } from "../../source/on-disk.ts";
import { CHANGED, checkItem, checkWay, type CheckContext } from "./check-item.ts";
import { makeFolders, removeEmptyFolders, removeIfEmpty, type MakingFolders } from "./folders.ts";
import { asMode, giveLinkTo, giveTo, keptPermissions, ownerFor } from "./permissions.ts";
import type { PlanItem } from "../plan/plan-restore.ts";
import { isUntouched, linked, temporaryFor } from "./second-name.ts";

/** The root of files that are put, their operation, and their known permissions. */
export interface Putting extends MakingFolders {
  readonly engine: SnapshotEngine;
}

/** Nothing is planned any more right before a file is touched: an obstacle in its way then stays. */
const NOTHING: CheckContext["planned"] = new Map();

/**
 * Puts one file into its target state: written beside its place, looked at once more, then renamed onto it, so it is
 * whole at every moment. Gives the reason if it was left alone. The owner and the permissions of a file that is there
 * are kept, the executable bit apart, and no file is given more permissions than it had. `content` is absent for a
 * large file.
 */
export async function putFile(
  putting: Putting,
  item: PlanItem,
  content: Buffer | undefined,
): Promise<string | undefined> {
  const { root, engine, operation } = putting;
  const { path, current, target } = item;
  const now = { root, engine, planned: NOTHING };
  const way = checkWay(path, now); // not even a half-written file goes anywhere else
  if (way !== undefined) return way;
  const existing = foundAt(root, path);
  const isRegular = target!.mode !== "120000";
  if (isRegular && existing?.isFile() && existing.nlink === 1n && current?.id === target!.id)
    return changeMode(now, item, existing);

  const [folder = ""] = foldersOf(path);
  const made: GitPath[] = [];
  const temporary = temporaryFor(root, path, operation);
  let why: string | undefined;
  try {
    if (!existing && !makeFolders(putting, folder, item.source, made)) why = OUT_OF_BOUNDS;
    else {
      if (isRegular) await writeFile(putting, temporary, item, existing, content);
      else writeLink(putting, temporary, item, existing, content);
      why = takePlace(now, item, temporary, temporaryFor(root, path, operation));
    }
  } catch (error) {
    discard(root, temporary, made);
    throw error;
  }
  if (why !== undefined) discard(root, temporary, made);
  return why;
}

/**
 * The last look, and the one step after it that cannot be done by halves. If no file was there, none may have come
 * either.
 */
function takePlace(now: CheckContext, item: PlanItem, temporary: Buffer, aside: Buffer): string | undefined {
  const { root } = now;
  const place = onDisk(root, item.path);
  const verdict = checkItem(item, now);
  if (verdict.why !== undefined) return verdict.why;
  if (verdict.found && !verdict.found.isDirectory()) return replace(now, item, verdict.found, temporary, aside);
  if (verdict.found) removeEmptyFolders(root, item.path); // there is no file in it
  if (item.target!.mode !== "120000" && linked(temporary, place)) unlinkSync(temporary);
  else if (foundAt(root, item.path)) return CHANGED;
  else renameSync(temporary, place);
  return undefined;
}

/**
 * Puts a new file into the place of one that is as it was captured. The old file keeps a second name until it is
 * certain that no program that had it open began to write into it: otherwise it comes back, with that text.
 */
function replace(
  { root, engine }: CheckContext,
  item: PlanItem,
  found: BigIntStats,
  temporary: Buffer,
  aside: Buffer,
): string | undefined {
  const place = onDisk(root, item.path);
  if (!found.isFile() || !linked(place, aside)) {
    renameSync(temporary, place);
    return undefined;
  }
  try {
    const isStill = () => isUntouched(aside, found, item.current!, engine);
    if (!isStill()) return CHANGED;
    const own = lstatSync(temporary, { bigint: true });
    renameSync(temporary, place);
    if (isStill()) return undefined;
    if (foundAt(root, item.path)?.ino === own.ino) renameSync(aside, place);
    return CHANGED;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Changes a file's mode through the open file: by its name a link that takes its place would be followed. A second name
 * elsewhere would see the change, too.
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

async function writeFile(
  { root, engine, modes }: Putting,
  file: Buffer,
  { path, source, target }: PlanItem,
  existing: BigIntStats | undefined,
  content: Buffer | undefined,
): Promise<void> {
  const { id, mode } = target!;
  const known = modes.ofFile(source, path, mode);
  const isReplaced = existing?.isFile() === true;
  // Exclusive: never through a symlink that somebody laid. The user's umask decides about a new file, as with git. A
  // replacement is the owner's alone until it has the former file's permissions.
  const fd = openSync(file, "wx", isReplaced ? 0o600 : asMode(known.bits, mode));
  try {
    if (content) for (let done = 0; done < content.length; ) done += writeSync(fd, content, done);
    else await engine.writeBlobTo(id, fd);
    giveTo(fd, ownerFor(fstatSync(fd, { bigint: true }), existing, folderOf(root, path)));
    const most = known.isOwn ? known.bits : 0o777;
    if (isReplaced) fchmodSync(fd, keptPermissions(existing, fstatSync(fd, { bigint: true }), mode, most));
    else if (known.isOwn) fchmodSync(fd, asMode(known.bits, mode));
  } finally {
    closeSync(fd);
  }
}

function writeLink(
  { root }: Putting,
  link: Buffer,
  { path }: PlanItem,
  existing: BigIntStats | undefined,
  content: Buffer | undefined,
): void {
  symlinkSync(content ?? Buffer.alloc(0), link);
  giveLinkTo(link, ownerFor(lstatSync(link, { bigint: true }), existing, folderOf(root, path)));
}

function folderOf(root: string, path: GitPath): BigIntStats | undefined {
  return foundAt(root, folderAbove(path).slice(0, -1));
}

function discard(root: string, temporary: Buffer, made: readonly GitPath[]): void {
  rmSync(temporary, { force: true });
  for (const folder of made.toReversed()) removeIfEmpty(root, folder);
}
