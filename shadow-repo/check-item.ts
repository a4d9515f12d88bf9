import { lstatSync, readFileSync, readdirSync, readlinkSync, type Stats } from "node:fs";

import type { SnapshotEngine, TreeEntry } from "./engine.ts";
import { foldersOf, onDisk, type GitPath } from "./git-path.ts";
import type { PlanItem } from "./plan-restore.ts";

export interface CheckContext {
  readonly root: string;
  readonly engine: Pick<SnapshotEngine, "hash">;
  /** Every item of the plan that will be carried out, by path. */
  readonly planned: ReadonlyMap<GitPath, PlanItem>;
}

/**
 * Why an item must be left alone, looked up on disk right before it is touched; `undefined` where it may go ahead.
 * What no capture holds (ignored, too large, changed this moment) is never overwritten or deleted.
 */
export function checkItem({ path, current, target }: PlanItem, context: CheckContext): string | undefined {
  for (const folder of foldersOf(path).toReversed()) {
    const above = look(context.root, folder.slice(0, -1));
    if (!above || above.isDirectory()) continue;
    const goes = context.planned.get(folder.slice(0, -1));
    if (!goes || goes.target) return above.isSymbolicLink() ? "it lies behind a symlink" : "a file is in the way of its folder";
    return undefined; // it goes first, and below it there is nothing
  }
  const found = look(context.root, path);
  if (!found) return undefined;
  if (found.isDirectory()) return target ? folderInTheWay(path, context) : undefined;
  if (!current) return "not recorded (ignored, too large or unreadable), so it is left alone";
  return tryToLook(() => (isAsCaptured(context, path, found, current) ? undefined : "it changed this moment"), "it cannot be read, so it is left alone");
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

/** What cannot be read stops no other file; what is gone by now was changed this moment. */
function tryToLook(look: () => string | undefined, locked: string): string | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "it changed this moment" : locked;
  }
}

function filesBelow(root: string, folder: GitPath): GitPath[] {
  return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: "buffer" }).flatMap((entry) => {
    const path = `${folder}/${(entry.name as unknown as Buffer).toString("latin1")}`;
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

/** Whether a file still holds what the capture of the present took from it. */
function isAsCaptured({ root, engine }: CheckContext, path: GitPath, found: Stats, { mode, id }: TreeEntry): boolean {
  if (found.isSymbolicLink() !== (mode === "120000")) return false;
  if (found.isSymbolicLink()) return engine.hash(readlinkSync(onDisk(root, path), { encoding: "buffer" })) === id;
  return found.isFile() && (found.size > LARGE || engine.hash(readFileSync(onDisk(root, path))) === id);
}

/** Above this many bytes the capture of a moment ago is taken at its word. */
const LARGE = 256 * 1024 * 1024;

function look(root: string, path: GitPath): Stats | undefined {
  try {
    return lstatSync(onDisk(root, path));
  } catch {
    return undefined;
  }
}
