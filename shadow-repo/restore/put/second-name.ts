import { linkSync, lstatSync, type BigIntStats } from "node:fs";

import type { TreeEntry } from "../../engine.ts";
import { foldersOf, onDisk, type GitPath } from "../../git-path.ts";
import { TEMPORARY } from "../../place.ts";
import { isAsCaptured, type CheckContext } from "./check-item.ts";

let counter = 0;

/** Nanoseconds within which a second change may leave a file with the time of the first. */
const TICK = 1_000_000_000n;

/** Whether a file is unchanged that got another name a moment ago, which set its time of change. */
export function isUntouched(
  aside: Buffer,
  found: BigIntStats,
  current: TreeEntry,
  engine: CheckContext["engine"],
): boolean {
  const now = lstatSync(aside, { bigint: true });
  if (now.ino !== found.ino || now.dev !== found.dev || now.size !== found.size || now.mtimeNs !== found.mtimeNs)
    return false;
  return now.ctimeNs - now.mtimeNs > TICK || isAsCaptured(aside, now, current, engine);
}

/** A name beside a file, which no capture takes in. */
export function temporaryFor(root: string, path: GitPath, operation: string): Buffer {
  counter += 1;
  return onDisk(root, `${foldersOf(path)[0] ?? ""}${TEMPORARY.prefix}${operation}-${counter}${TEMPORARY.suffix}`);
}

/**
 * Whether a file got a second name; false if something has that name already; some file systems have no second names.
 */
export function linked(temporary: Buffer, place: Buffer): boolean {
  try {
    linkSync(temporary, place);
    return true;
  } catch {
    return false;
  }
}
