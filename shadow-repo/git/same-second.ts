import { statSync, type Stats } from "node:fs";

import type { GitPath } from "../git-path.ts";
import { linkFinder, statAt } from "../source/on-disk.ts";
import { readIndex } from "../source/read-index.ts";
import type { Doubtful } from "./capture-state.ts";
import type { CaptureWork } from "./capture-work.ts";

/** A second in milliseconds. */
const SECOND = 1000;

/**
 * Above this number of files their times are taken from the index: 20,000 files take 30 ms instead of 250 ms of CPU.
 */
const MANY = 1000;

/**
 * Files whose next change git might miss. git, as distributions build it, compares times in whole seconds, and reads a
 * file with unchanged times only if the file is not older than the index. So a file that is recorded, and in the same
 * second gets new content of the same length and its old modification time back (`cp -p`, `rsync -t`, `tar -x`), would
 * look unchanged to git from then on. The next capture compares the fraction of the second, too. It reads the file in
 * any case if the file was last changed so shortly before this capture, or during it, that a further change may have
 * the same time. A file whose second is over when this capture ends, and that was not changed since before it began,
 * needs no doubt: to compare the times of 5,000 such files takes the next capture 60 ms of CPU.
 * @param paths the files that this capture recorded; its index must be written already
 */
export function doubtful(work: CaptureWork, paths: readonly GitPath[]): Doubtful {
  const { io, place, index, state, started, options, clocks } = work;
  const written = secondOf(statSync(index).mtimeMs);
  // The second in which the capture began, and the present one, or earlier ones if the file's disk may be behind.
  const oldest = started - clocks.slack;
  const second = secondOf(oldest);
  const present = secondOf(io.now().getTime() - clocks.behind - clocks.slack);
  const young = (paths.length > MANY ? youngInIndex(work, paths, second) : paths).flatMap((path) => {
    const found = fileAt(place.worktree.root, path);
    if (!found) return []; // git notices a changed link by its new inode
    const { ctimeMs, mtimeMs } = found;
    if (secondOf(ctimeMs) < second || secondOf(mtimeMs) >= written) return [];
    // A file system may store whole seconds only.
    const isProof = ctimeMs % SECOND !== 0 && ctimeMs < oldest;
    if (isProof && secondOf(ctimeMs) < present) return [];
    return [[path, isProof ? ctimeMs : 0] as const];
  });
  const recorded = new Set(paths);
  // Once the second of a file's last change is over, git notices every further change.
  const kept = Object.entries(state?.doubtful ?? {}).filter(
    ([path, time]) => !path.startsWith(options.prefix) || (!recorded.has(path) && secondOf(time) >= second),
  );
  return Object.fromEntries([...kept, ...young]);
}

function secondOf(milliseconds: number): number {
  return Math.floor(milliseconds / SECOND);
}

function fileAt(root: string, path: GitPath): Stats | undefined {
  const found = statAt(root, path);
  return typeof found === "object" && found.isFile() ? found : undefined;
}

/** The part of `paths` that had changed in this second or later when git read them; all if the index cannot be read. */
function youngInIndex({ index, idBytes }: CaptureWork, paths: readonly GitPath[], second: number): GitPath[] {
  const entries = readIndex(index, idBytes)?.entries;
  if (!entries) return [...paths];
  const recorded = new Set(paths);
  return entries.filter(({ path, changed }) => changed >= second && recorded.has(path)).map(({ path }) => path);
}

/**
 * The files that the last capture found doubtful, that still exist, and that no time proves to be unchanged. Their
 * sizes need no check, since git itself notices a change of size.
 */
export function doubtedBefore({ place, state }: CaptureWork, isMeant: (path: GitPath) => boolean): GitPath[] {
  const { root } = place.worktree;
  const isBehindLink = linkFinder(root);
  return Object.entries(state?.doubtful ?? {}).flatMap(([path, time]) => {
    const found = isMeant(path) ? fileAt(root, path) : undefined;
    return found && found.ctimeMs !== time && !isBehindLink(path) ? path : [];
  });
}
