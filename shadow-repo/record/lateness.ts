import { statSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import { hashOf } from "../git-object.ts";
import { foldersOf, nameOnDisk, type GitPath } from "../git-path.ts";
import type { Lateness } from "../journal/lateness.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { CLOCK_STEP, statAt } from "../source/on-disk.ts";

/** The most files that a lateness names. */
const NAMED = 50;

/**
 * How a state that was captured after its step began may differ from the state at the beginning. A file that was
 * written since has a newer ctime, and a file that was made, removed or renamed gives its folder a newer mtime. If
 * neither is found, the states are equal, and the result is empty.
 * @param askedAt the time of the beginning, as RFC 3339
 */
export async function lateness(
  io: Io,
  { place, engine }: Shadow,
  { tree, prefix, askedAt }: { readonly tree: ObjectId; readonly prefix: GitPath; readonly askedAt: string },
): Promise<Lateness> {
  const holdsFrom = io.now().toISOString();
  const { root } = place.worktree;
  const since = Date.parse(askedAt) - CLOCK_STEP;
  const files = (await engine.diff(hashOf("tree", Buffer.alloc(0), engine.format), tree, prefix)).map(
    ({ path }) => path,
  );
  const early = files.filter((path) => {
    const found = statAt(root, path);
    return typeof found === "object" && found.ctimeMs >= since;
  });
  const folders = new Set([prefix, ...files.flatMap(foldersOf).filter((folder) => folder.startsWith(prefix))]);
  const isLate = early.length > 0 || [...folders].some((folder) => isChanged(root, folder, since));
  return isLate ? { holdsFrom, ...(early.length > 0 && { early: early.slice(0, NAMED) }) } : {};
}

/**
 * Whether entries of a folder were added or removed since a time in milliseconds; also `true` if the folder is gone.
 */
function isChanged(root: string, folder: GitPath, since: number): boolean {
  try {
    return statSync(nameOnDisk(root, folder)).mtimeMs >= since;
  } catch {
    return true;
  }
}
