import { linkSync, lstatSync, unlinkSync, type BigIntStats, type PathLike } from "node:fs";

import type { TreeEntry } from "../../engine.ts";
import { folderAbove, nameOnDisk, type GitPath } from "../../git-path.ts";
import { TEMPORARY } from "../../place.ts";
import { isAsCaptured, type CheckContext } from "./check-item.ts";

let counter = 0;

/** Nanoseconds: of two changes of a file within this time, the second may leave the timestamp of the first. */
const TICK = 1_000_000_000n;

/**
 * Whether a file that was just renamed or linked to `aside` is unchanged. The new name sets its ctime, so the other
 * numbers are compared, and its content, too, if it was last written within `TICK` before the new name.
 */
export function isUntouched(
  aside: PathLike,
  found: BigIntStats,
  current: TreeEntry,
  engine: CheckContext["engine"],
): boolean {
  const now = lstatSync(aside, { bigint: true });
  if (now.ino !== found.ino || now.dev !== found.dev || now.size !== found.size || now.mtimeNs !== found.mtimeNs)
    return false;
  return now.ctimeNs - now.mtimeNs > TICK || isAsCaptured(aside, now, current, engine);
}

/** A new temporary path in the folder of a file. Captures leave out files with such names. */
export function temporaryFor(root: string, path: GitPath, operation: string): string | Buffer {
  counter += 1;
  return nameOnDisk(root, `${folderAbove(path)}${TEMPORARY.prefix}${operation}-${counter}${TEMPORARY.suffix}`);
}

/** Gives a file a second name, a hard link; `false` if that name is taken, or the file system has no hard links. */
export function linked(temporary: PathLike, place: PathLike): boolean {
  try {
    linkSync(temporary, place);
    return true;
  } catch {
    return false;
  }
}

/** Removes a second name, if it is still there: one system call, and `rmSync` takes three. */
export function removeName(aside: PathLike): void {
  try {
    unlinkSync(aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
