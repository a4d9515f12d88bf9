import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync, unlinkSync, utimesSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { Place } from "../place.ts";

let counter = 0;

/**
 * Runs work on a private index that begins with the content of the shared one, so that processes never wait for each
 * other. A hard link serves as a copy, since git replaces an index and never writes into it. The private index is
 * deleted afterwards; maintenance deletes that of a killed process once it is old.
 * @param work `fromFuture` is true if the shared index has a time in the future
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

/**
 * The path of the shared index, with which all captures begin. It is a cache: without it a capture takes longer, and
 * the last writer wins.
 */
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
 * A time for an index, in seconds since 1970, that is older than every file. git and snapveil then compare the content
 * of each entry with the file, whatever the times say.
 */
const DISTRUSTED = 1;

/**
 * Makes the private index from the shared one. git takes a file for unchanged if its entry is older than the index. An
 * index that was written while the clock was ahead is newer than every entry, so the time of the index is set back.
 * Gives whether the time was set back.
 */
function startFrom(shared: string, own: string): boolean {
  // Remove a folder, a pipe or a dangling link at the path of the index, which is only a cache.
  if (statSync(shared, { throwIfNoEntry: false })?.isFile() !== true) {
    rmSync(shared, { recursive: true, force: true });
    return false;
  }
  try {
    linkSync(shared, own);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    const { atime, mtime } = statSync(shared);
    copyFileSync(shared, own); // the file system has no hard links
    utimesSync(own, atime, mtime);
  }
  const { mtimeMs, ctimeMs } = statSync(own); // linking sets ctime by the file system's own clock
  const fromFuture = mtimeMs > ctimeMs;
  if (fromFuture) utimesSync(own, DISTRUSTED, DISTRUSTED);
  return fromFuture;
}
