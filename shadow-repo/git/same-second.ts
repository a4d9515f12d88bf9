import { statSync } from "node:fs";

import type { GitPath } from "../git-path.ts";
import { foundAt, linkFinder } from "../source/on-disk.ts";
import type { CaptureWork } from "./capture-work.ts";

/**
 * How far the time that a disk notes for a write may be behind the process's clock, in milliseconds: a tick of the
 * kernel.
 */
const TICK = 10;

/**
 * Files whose next change git might miss. git, as distributions build it, compares times in whole seconds, and reads a
 * file with unchanged times only if the file is not older than the index. So a file that is recorded, and in the same
 * second gets new content of the same length and its old modification time back (`cp -p`, `rsync -t`, `tar -x`), would
 * look unchanged to git from then on. The next capture reads these files in any case.
 * @param paths the files that this capture recorded; its index must be written already
 */
export function doubtful({ place, index, state, started, options }: CaptureWork, paths: readonly GitPath[]): GitPath[] {
  const written = Math.floor(statSync(index).mtimeMs / 1000);
  const second = Math.floor((started - TICK) / 1000);
  const young = paths.filter((path) => {
    const found = foundAt(place.worktree.root, path);
    if (!found?.isFile()) return false; // git notices a changed link by its new inode
    return Math.floor(Number(found.ctimeMs) / 1000) >= second && Math.floor(Number(found.mtimeMs) / 1000) < written;
  });
  const elsewhere = (state?.doubtful ?? []).filter((path) => !path.startsWith(options.prefix));
  return [...elsewhere, ...young];
}

/**
 * The files that the last capture found doubtful and that still exist. Their sizes need no check, since git itself
 * notices a change of size.
 */
export function doubtedBefore({ place, state }: CaptureWork, isMeant: (path: GitPath) => boolean): GitPath[] {
  const { root } = place.worktree;
  const isBehindLink = linkFinder(root);
  return (state?.doubtful ?? []).filter(
    (path) => isMeant(path) && foundAt(root, path)?.isFile() === true && !isBehindLink(path),
  );
}
