import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { runWatched } from "../../kit/run-process.ts";
import { findGit } from "../../worktree/doors/git.ts";
import { sharedIndex } from "../git/private-index.ts";
import { gitFailure, shadowEnvironment, shadowGit } from "../git/shadow-git.ts";
import { forgetStatCache } from "../js/stat-cache.ts";
import type { Place } from "../place.ts";
import { sizeOnDisk } from "../read-disk.ts";

/**
 * Packs the objects that refs and the shared index reach and drops the rest. An hour's grace: a capture writes its
 * objects first and names them afterwards. Refs stay as they are: `packRefs` packs those that no process still renames.
 * Forced: our own lock tells whether another gc runs. The mark that a killed gc leaves counts for half a day if its
 * number was given to another process, or if nobody waited for it.
 */
const COLLECT = ["-c", "gc.packRefs=false", "gc", "--force", "--prune=1.hour.ago", "--quiet"];

/** Gives back the space of unneeded objects; with git it packs the others, too. */
export async function collectGarbage(io: Io, place: Place): Promise<void> {
  if (!findGit(io)) return (await import("../js/reached.ts")).dropUnreachable(io, place);
  forgetStatCache(place.shadow); // git knows nothing of the objects that this alone names, and may drop them
  if (!io.progress) shadowGit(io, place, COLLECT, { index: sharedIndex(place) });
  else await collectWatched(io, place, io.progress);
}

/**
 * Collects garbage while somebody watches: git shows its progress at a terminal only, so the pack that it writes is
 * compared with the former objects.
 */
async function collectWatched(io: Io, place: Place, progress: NonNullable<Io["progress"]>): Promise<void> {
  const objects = join(place.shadow, "objects");
  const total = sizeOnDisk(objects);
  const look = (): void =>
    progress({ doing: "Giving space back", done: draftSize(join(objects, "pack")), total, unit: "bytes" });
  const result = await runWatched(
    "git",
    COLLECT,
    { env: shadowEnvironment(io, place, sharedIndex(place)), cwd: place.worktree.root },
    look,
  );
  if (result.status !== 0) throw gitFailure(COLLECT, result);
}

/** Bytes of the packs that are being written. */
function draftSize(folder: string): number {
  const drafts = readdirSync(folder).filter((name) => name.startsWith("tmp_"));
  return drafts.reduce(
    (bytes, name) => bytes + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
