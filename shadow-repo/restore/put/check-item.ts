import { readdirSync, readlinkSync, type BigIntStats } from "node:fs";

import type { SnapshotEngine, TreeEntry } from "../../engine.ts";
import { hashFile, hashOf } from "../../git-object.ts";
import { foldersOf, onDisk, type GitPath } from "../../git-path.ts";
import { OUT_OF_BOUNDS, resemblesDotGit } from "../../path-fault.ts";
import { foundAt, isSpecial } from "../../source/on-disk.ts";
import type { PlanItem } from "../plan/plan-restore.ts";

export interface CheckContext {
  readonly root: string;
  readonly engine: Pick<SnapshotEngine, "format">;
  /** Every item of the plan that is carried out before this one, by path. */
  readonly planned: ReadonlyMap<GitPath, PlanItem>;
}

/**
 * The reason why an item must be left alone, or the data of the file in its place, from the time when its content was
 * found equal to the captured one.
 */
export type ItemCheck =
  | { readonly why: string }
  | { readonly why?: undefined; readonly found: BigIntStats | undefined };

/** The sentence about a file that differs from the capture of a moment ago. */
export const CHANGED = "it changed this moment";

/**
 * Whether an item may go ahead, looked up on disk. Asked for all items before the first is touched, and for each once
 * more right before its rename or removal: a file that no capture holds (ignored, too large, changed this moment) is
 * never overwritten or deleted.
 */
export function checkItem({ path, current, target, fault }: PlanItem, context: CheckContext): ItemCheck {
  if (fault !== undefined) return { why: fault };
  const way = checkWay(path, context);
  if (way !== undefined) return way === GOES_FIRST ? { found: undefined } : { why: way };
  const found = foundAt(context.root, path);
  if (!found) return { found };
  if (isRepository(context.root, path, found)) return { why: OUT_OF_BOUNDS };
  if (found.isDirectory()) {
    const why = target && folderInTheWay(path, context);
    return why === undefined ? { found } : { why };
  }
  if (!current && target && isSpecial(found)) return { found }; // it took the file's place
  if (!current) return { why: "not recorded (ignored, too large or unreadable), so it is left alone" };
  const place = onDisk(context.root, path);
  const why = tryToLook(
    () => (isAsCaptured(place, found, current, context.engine) ? undefined : CHANGED),
    "it cannot be read, so it is left alone",
  );
  if (why !== undefined) return { why };
  // Reading took its time. A program that wrote to the file meanwhile, or put another into its place or that of a
  // folder above, left a trace.
  const still = checkWay(path, context) ?? (isSame(found, foundAt(context.root, path)) ? undefined : CHANGED);
  return still === undefined ? { found } : { why: still };
}

/** An obstacle of a file that goes when its own turn comes. */
const GOES_FIRST = "goes first";

/**
 * The obstacle if a folder above a path is no folder, or is a repository; a folder that is still to be made is none.
 */
export function checkWay(path: GitPath, { root, planned }: Pick<CheckContext, "root" | "planned">): string | undefined {
  for (const folder of foldersOf(path).toReversed()) {
    const name = folder.slice(0, -1);
    const above = foundAt(root, name);
    if (!above) continue;
    if (isRepository(root, name, above)) return OUT_OF_BOUNDS;
    // A pipe in the place of a folder goes when that folder is made.
    if (above.isDirectory() || isSpecial(above)) continue;
    const goes = planned.get(name);
    if (!goes || goes.target)
      return above.isSymbolicLink() ? "it lies behind a symlink" : "a file is in the way of its folder";
    return GOES_FIRST; // below it there is nothing
  }
  return undefined;
}

/**
 * Whether the file system takes a name for the `.git` beside it: by a short name, in another case, with characters that
 * it ignores.
 */
export function isRepository(root: string, path: GitPath, found: BigIntStats): boolean {
  const start = path.lastIndexOf("/") + 1;
  if (!resemblesDotGit(path.slice(start))) return false;
  const repository = foundAt(root, `${path.slice(0, start)}.git`);
  return repository !== undefined && repository.ino === found.ino && repository.dev === found.dev;
}

function folderInTheWay(path: GitPath, context: CheckContext): string | undefined {
  return tryToLook(() => {
    const goes = filesBelow(context.root, path).every((file) => {
      const planned = context.planned.get(file);
      return planned !== undefined && !planned.target;
    });
    return goes ? undefined : "a folder with files that are not recorded is in its way";
  }, "a folder that cannot be read is in its way");
}

/**
 * The obstacle, or the reason why a path cannot be looked at: an unreadable file stops no other; a file that is gone
 * was changed this moment.
 */
function tryToLook(looking: () => string | undefined, locked: string): string | undefined {
  try {
    return looking();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" ? CHANGED : locked;
  }
}

function filesBelow(root: string, folder: GitPath): GitPath[] {
  return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: "buffer" }).flatMap((entry) => {
    const path = `${folder}/${(entry.name as unknown as Buffer).toString("latin1")}`;
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

/** Whether a file still has its content from the capture of the present. */
export function isAsCaptured(
  place: Buffer,
  found: BigIntStats,
  { mode, id }: TreeEntry,
  { format }: CheckContext["engine"],
): boolean {
  if (found.isSymbolicLink() !== (mode === "120000")) return false;
  if (found.isSymbolicLink()) return hashOf("blob", readlinkSync(place, { encoding: "buffer" }), format) === id;
  return found.isFile() && hashFile(place, found, format) === id;
}

/** Whether a file is unchanged by its data on disk: any write, and any rename over it, changes one of these numbers. */
function isSame(one: BigIntStats, other: BigIntStats | undefined): boolean {
  return (
    one.ino === other?.ino &&
    one.dev === other.dev &&
    one.size === other.size &&
    one.mode === other.mode &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}
