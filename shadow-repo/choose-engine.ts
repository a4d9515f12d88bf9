import type { Io } from "../kit/io.ts";
import { readSettings } from "../worktree/read-settings.ts";
import { checkedEngine } from "./checked-engine.ts";
import type { SnapshotEngine } from "./engine.ts";
import { findGit } from "./git/find-git.ts";
import { nativeEngine } from "./git/native-engine.ts";
import { leftOutFile } from "./left-out-file.ts";
import type { Place } from "./place.ts";

/**
 * The engine that the user set, else the installed git, else the one in `js/`, which is loaded only then. Where git
 * would wait for an ignore file that is a pipe, it is the one in `js/` too, which leaves such a file out.
 * All read and write the same repository.
 */
export async function chooseEngine(io: Io, place: Place): Promise<SnapshotEngine> {
  const { engine = findGit(io) ? "git" : "isomorphic-git" } = await readSettings(io, undefined);
  const usesGit = engine === "git" && leftOutFile(place) === undefined;
  return checkedEngine(
    usesGit ? nativeEngine(io, place) : (await import("./js/js-engine.ts")).default(io, place),
    io.platform,
  );
}
