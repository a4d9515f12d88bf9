import type { Io } from "../kit/io.ts";
import { readSettings } from "../worktree/read-settings.ts";
import { checkedEngine } from "./checked-engine.ts";
import type { SnapshotEngine } from "./engine.ts";
import { findGit } from "./git/find-git.ts";
import { nativeEngine } from "./git/native-engine.ts";
import { JS_ENGINE } from "./js/registry.ts";
import type { Place } from "./place.ts";

/**
 * The engine that the user set, else the installed git, else the one in `js/`, which is loaded only then.
 * All read and write the same repository.
 */
export async function chooseEngine(io: Io, place: Place): Promise<SnapshotEngine> {
  const { engine = findGit(io) ? "git" : "isomorphic-git" } = await readSettings(io, undefined);
  return checkedEngine(
    engine === "git" ? nativeEngine(io, place) : (await JS_ENGINE()).default(io, place),
    io.platform,
  );
}
