import { readdirSync, readlinkSync, type BigIntStats, type PathLike } from "node:fs";

import type { SnapshotEngine, TreeEntry } from "../../engine.ts";
import { hashFile, hashOf } from "../../git-object.ts";
import { folderAbove, nameIn, nameOnDisk, onDisk, type GitPath } from "../../git-path.ts";
import { OUT_OF_BOUNDS, resemblesDotGit } from "../../path-fault.ts";
import { foundAt, isSpecial, statAt } from "../../source/on-disk.ts";
import type { PlanItem } from "../plan/plan-item.ts";

export interface CheckContext {
  readonly root: string;
  readonly engine: Pick<SnapshotEngine, "format">;
  /** The items that the plan will carry out, by path; empty right before a file is touched. */
  readonly planned: ReadonlyMap<GitPath, PlanItem>;
  /** The answers of `checkWay` by folder, while no file is touched; absent right before a file is touched. */
  readonly ways?: Map<GitPath, string | undefined>;
  /** Files whose content was compared before and that are unchanged if they still have these stats. */
  readonly seen?: ReadonlyMap<GitPath, BigIntStats>;
  /** Receives the files whose content was compared. */
  readonly compared?: Map<GitPath, BigIntStats>;
}

/**
 * The reason why an item must be left alone, or the stat of the file at its path, taken right before its content was
 * compared with the capture; `undefined` if there is no file.
 */
export type ItemCheck =
  | { readonly why: string }
  | { readonly why?: undefined; readonly found: BigIntStats | undefined };

/** The reason to leave a file alone that differs from the capture at the start of the operation. */
export const CHANGED = "it changed this moment";

/**
 * Checks on disk whether an item may be carried out. All items are checked before the first file is touched, and each
 * item once more right before its rename or removal, so that a file that no capture holds (ignored, too large, changed
 * this moment) is never overwritten or deleted.
 */
export function checkItem(item: PlanItem, context: CheckContext): ItemCheck {
  const { path, current, target, fault } = item;
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
  if (!current && target && isSpecial(found)) return { found }; // a pipe or device that replaced the file
  if (!current) return { why: "not recorded (ignored, too large or unreadable), so it is left alone" };
  const seen = context.seen?.get(path);
  return seen && isSame(seen, found) ? { found } : checkFile(item, context, found);
}

/**
 * Checks a file or link that `foundAt` gave as `found`: whether its content is as captured, and whether it is still the
 * same file afterwards, in a folder of the worktree.
 */
export function checkFile({ path, current }: PlanItem, context: CheckContext, found: BigIntStats): ItemCheck {
  if (!current) return { why: CHANGED };
  const place = nameOnDisk(context.root, path);
  const why = tryToLook(
    () => (isAsCaptured(place, found, current, context.engine) ? undefined : CHANGED),
    "it cannot be read, so it is left alone",
  );
  if (why !== undefined) return { why };
  // Reading took time. The stat changes if a program meanwhile wrote to the file, or replaced it or a folder above it.
  const still = checkWay(path, context) ?? (isSame(found, foundAt(context.root, path)) ? undefined : CHANGED);
  if (still !== undefined) return { why: still };
  context.compared?.set(path, found);
  return { found };
}

/** The result of `checkWay` for a file in the place of a folder that the plan deletes before it makes the folder. */
const GOES_FIRST = "goes first";

/**
 * The obstacle above a path: a file or symlink in the place of a folder, or a nested repository; `undefined` if there
 * is none. A folder that does not exist yet is no obstacle.
 */
export function checkWay(path: GitPath, context: Pick<CheckContext, "root" | "planned" | "ways">): string | undefined {
  const folder = folderAbove(path);
  if (folder === "") return undefined;
  if (context.ways?.has(folder)) return context.ways.get(folder);
  const way = checkWay(folder, context) ?? obstacleAt(folder.slice(0, -1), context);
  context.ways?.set(folder, way);
  return way;
}

/** The obstacle in the place of one folder; `undefined` if there is none. */
function obstacleAt(name: GitPath, { root, planned }: Pick<CheckContext, "root" | "planned">): string | undefined {
  const above = statAt(root, name);
  if (above === undefined || above === "unknown") return undefined;
  if (resemblesDotGit(nameIn(name))) {
    const found = foundAt(root, name);
    if (found && isRepository(root, name, found)) return OUT_OF_BOUNDS;
  }
  // A pipe in the place of a folder is removed when the folder is made.
  if (above.isDirectory() || isSpecial(above)) return undefined;
  const goes = planned.get(name);
  if (!goes || goes.target)
    return above.isSymbolicLink() ? "it lies behind a symlink" : "a file is in the way of its folder";
  return GOES_FIRST; // nothing lies below a file
}

/**
 * Whether a path is the `.git` of its folder under another name that the file system accepts: a short name, another
 * letter case, or a name with ignored characters.
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
 * Runs `looking`, which returns an obstacle, and turns its errors into reasons, so that an unreadable file does not
 * stop the other items: `CHANGED` for a file that is gone, else `locked`.
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

/** Whether a file still has the type and content that the capture at the start of the operation found. */
export function isAsCaptured(
  place: PathLike,
  found: BigIntStats,
  { mode, id }: TreeEntry,
  { format }: CheckContext["engine"],
): boolean {
  if (found.isSymbolicLink() !== (mode === "120000")) return false;
  if (found.isSymbolicLink()) return hashOf("blob", readlinkSync(place, { encoding: "buffer" }), format) === id;
  return found.isFile() && hashFile(place, found, format) === id;
}

/**
 * Whether two stats show one unchanged file: any write, and any rename over it, changes one of the compared numbers.
 */
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
