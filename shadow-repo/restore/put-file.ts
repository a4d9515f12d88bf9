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

import type { SnapshotEngine } from "../engine.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import { OUT_OF_BOUNDS } from "../path-fault.ts";
import { foundAt } from "../source/on-disk.ts";
import { CHANGED, checkItem, checkWay, type CheckContext } from "./check-item.ts";
import { makeFolders, removeEmptyFolders, removeIfEmpty } from "./folders.ts";
import type { PlanItem } from "./plan-restore.ts";
import { isUntouched, linked, temporaryFor } from "./second-name.ts";

/** Where files are put, and by which operation. */
export interface Putting {
  readonly root: string;
  readonly engine: SnapshotEngine;
  readonly operation: string;
}

/** Right before a file is touched nothing is planned any more: what stands in its way then stays. */
const NOTHING: CheckContext["planned"] = new Map();

/**
 * Makes one file what its target says: written beside its place, looked at once more, then renamed onto it, so it is
 * whole at every moment. Gives why it was left alone. The permissions of a file that is there are kept, the executable
 * bit apart. `content` is absent for a large file.
 */
export async function putFile(
  putting: Putting,
  item: PlanItem,
  content: Buffer | undefined,
): Promise<string | undefined> {
  const { root, engine, operation } = putting;
  const { path, current, target } = item;
  const now = { root, engine, planned: NOTHING };
  const way = checkWay(path, now); // not even what is half written goes anywhere else
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
    if (!existing && !makeFolders(root, folder, made)) why = OUT_OF_BOUNDS;
    else {
      if (isRegular) await writeFile(temporary, target!.mode, existing, engine, target!.id, content);
      else symlinkSync(content ?? Buffer.alloc(0), temporary);
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
 * The last look, and the one step after it that cannot be done by halves. Where nothing is, nothing may have come
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
 * Puts a new file into the place of one that is as it was captured. That one keeps a second name until it is certain
 * that nobody who had it open began to write into it: then it comes back, and with it what they write.
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
 * Through the open file: by its name a link that takes its place would be followed. A second name elsewhere would see
 * it, too.
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
    fchmodSync(fd, permissions(existing, item.target!.mode));
    return undefined;
  } finally {
    closeSync(fd);
  }
}

async function writeFile(
  file: Buffer,
  mode: string,
  existing: BigIntStats | undefined,
  engine: SnapshotEngine,
  id: string,
  content: Buffer | undefined,
): Promise<void> {
  // Exclusive: never through a symlink that somebody laid. The user's umask decides about a new file, as with git.
  const fd = openSync(file, "wx", mode === "100755" ? 0o777 : 0o666);
  try {
    if (content) for (let done = 0; done < content.length; ) done += writeSync(fd, content, done);
    else await engine.writeBlobTo(id, fd);
    if (existing?.isFile()) fchmodSync(fd, permissions(existing, mode));
  } finally {
    closeSync(fd);
  }
}

/** As they are, executable for whoever may read where the target says so. */
function permissions(existing: BigIntStats, mode: string): number {
  const bits = Number(existing.mode) & 0o777;
  return mode === "100755" ? bits | ((bits & 0o444) >> 2) : bits & ~0o111;
}

function discard(root: string, temporary: Buffer, made: readonly GitPath[]): void {
  rmSync(temporary, { force: true });
  for (const folder of made.toReversed()) removeIfEmpty(root, folder);
}
