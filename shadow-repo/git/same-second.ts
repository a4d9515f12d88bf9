import { statSync } from "node:fs";

import type { GitPath } from "../git-path.ts";
import { foundAt, linkFinder } from "../source/on-disk.ts";
import type { CaptureWork } from "./capture-work.ts";

/** How far the clock of a disk may be behind the process's, in milliseconds: a tick of the kernel. */
const TICK = 10;

/**
 * Files whose next version git might take for the recorded one. git as distributions build it compares times by whole
 * seconds, and looks at the content of such a file only if its time of modification is as young as the index. So a file
 * that gets a new content of the same length and its old time of modification back (`cp -p`, `rsync -t`, `tar -x`) in
 * the second in which it was recorded would count as unchanged for good: the next capture reads it whatever git says.
 * @param paths recorded by this capture, after its index was written
 */
export function doubtful({ place, index, state, started, options }: CaptureWork, paths: readonly GitPath[]): GitPath[] {
  const written = Math.floor(statSync(index).mtimeMs / 1000);
  const second = Math.floor((started - TICK) / 1000);
  const young = paths.filter((path) => {
    const found = foundAt(place.worktree.root, path);
    if (!found?.isFile()) return false; // a link gets another inode
    return Math.floor(Number(found.ctimeMs) / 1000) >= second && Math.floor(Number(found.mtimeMs) / 1000) < written;
  });
  const elsewhere = (state?.doubtful ?? []).filter((path) => !path.startsWith(options.prefix));
  return [...elsewhere, ...young];
}

/**
 * The files that the last capture doubted and that are still there. None needs a look at its size: git itself sees a
 * change of size.
 */
export function doubtedBefore({ place, state }: CaptureWork, isMeant: (path: GitPath) => boolean): GitPath[] {
  const { root } = place.worktree;
  const isBehindLink = linkFinder(root);
  return (state?.doubtful ?? []).filter(
    (path) => isMeant(path) && foundAt(root, path)?.isFile() === true && !isBehindLink(path),
  );
}
