import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync, unlinkSync, utimesSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { Place } from "../place.ts";

let counter = 0;

/**
 * Runs work on an index of this process's own, begun as the shared one, so that processes never wait for each other:
 * git replaces an index and never writes into it, so a hard link is as good as a copy. Nothing of it is left behind;
 * leftovers of a killed process are swept by age.
 */
export async function withPrivateIndex<Result>(
  io: Io,
  place: Place,
  work: (index: string, fromFuture: boolean) => Promise<Result>,
): Promise<Result> {
  counter += 1;
  const own = `${place.shadow}/tmp/${io.pid}-${io.now().getTime().toString(36)}-${counter}.index`;
  const fromFuture = startFrom(sharedIndex(place), own);
  try {
    return await work(own, fromFuture);
  } finally {
    for (const file of [own, `${own}.lock`]) if (existsSync(file)) unlinkSync(file);
  }
}

/** The index that all captures begin with. It is a cache: losing it costs time only, and the last writer wins. */
export function sharedIndex(place: Place): string {
  return `${place.shadow}/index`;
}

export function publishIndex(place: Place, own: string): void {
  renameSync(own, sharedIndex(place));
}

/** Deletes the shared index; gives whether there was one. */
export function forgetIndex(place: Place): boolean {
  if (!existsSync(sharedIndex(place))) return false;
  rmSync(sharedIndex(place), { recursive: true, force: true });
  return true;
}

/**
 * The time of an index whose entries git and snapveil compare with the files' contents, whatever the times say: no file
 * is older than 1970.
 */
const DISTRUSTED = 1;

/**
 * Copies the shared index. git trusts an entry that is older than the index. An index from the future, which a clock
 * that ran ahead left, would have every entry trusted, so its time is set back. Gives whether it was.
 */
function startFrom(shared: string, own: string): boolean {
  // The index is only a cache: a folder, a pipe or a link to nothing in its place is removed.
  if (statSync(shared, { throwIfNoEntry: false })?.isFile() !== true) {
    rmSync(shared, { recursive: true, force: true });
    return false;
  }
  try {
    linkSync(shared, own);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    const { atime, mtime } = statSync(shared);
    copyFileSync(shared, own); // a file system without hard links
    utimesSync(own, atime, mtime);
  }
  const { mtimeMs, ctimeMs } = statSync(own); // the link just changed the latter, by the file system's own clock
  const fromFuture = mtimeMs > ctimeMs;
  if (fromFuture) utimesSync(own, DISTRUSTED, DISTRUSTED);
  return fromFuture;
}
