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
 * Makes git pack the objects that refs and the shared index reach, and delete unreachable objects after an hour, since
 * a capture writes objects before anything refers to them. gc.packRefs=false: `packRefs` packs only the refs that no
 * process will rename. --force: git ignores the file `gc.pid`, which a killed gc leaves behind and which could stop
 * every gc for half a day. snapveil's own lock keeps a second gc away.
 */
const COLLECT = ["-c", "gc.packRefs=false", "gc", "--force", "--prune=1.hour.ago", "--quiet"];

/** Deletes unneeded objects; with git it also packs the needed ones. */
export async function collectGarbage(io: Io, place: Place): Promise<void> {
  if (!findGit(io)) return (await import("../js/reached.ts")).dropUnreachable(io, place);
  forgetStatCache(place.shadow); // git may delete objects that only this cache names
  if (!io.progress) shadowGit(io, place, COLLECT, { index: sharedIndex(place) });
  else await collectWatched(io, place, io.progress);
}

/**
 * Collects garbage and reports the progress. git reports its own only to a terminal, so the size of the pack that it
 * writes is compared with the size of the former objects.
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

/** Bytes of the packs that git is writing. */
function draftSize(folder: string): number {
  const drafts = readdirSync(folder).filter((name) => name.startsWith("tmp_"));
  return drafts.reduce(
    (bytes, name) => bytes + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
