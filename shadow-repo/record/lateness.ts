import { statSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import { hashOf } from "../git-object.ts";
import { foldersOf, nameOnDisk, type GitPath } from "../git-path.ts";
import type { Lateness } from "../journal/lateness.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { CLOCK_STEP, statAt } from "../source/on-disk.ts";

/** Names that are kept of files that were written too early. */
const NAMED = 50;

/**
 * How a state that was captured after a step had begun may differ from the one at its beginning. A file that was
 * written since then has a later time of change, and one that was made, removed or renamed gives its folder one. Where
 * there is neither, the state is the one at the beginning, however late it was captured.
 * @param askedAt the beginning, as RFC 3339
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

/** Whether names in a folder changed; true as well if the folder is gone. */
function isChanged(root: string, folder: GitPath, since: number): boolean {
  try {
    return statSync(nameOnDisk(root, folder)).mtimeMs >= since;
  } catch {
    return true;
  }
}
