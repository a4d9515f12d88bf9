import { existsSync, readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { asString, isObject } from "../../kit/json.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import { EXCLUDED, type Skipped } from "../engine.ts";
import { toText, type GitPath } from "../git-path.ts";
import { allPending, type Pending } from "../journal/pending.ts";
import { keptChangesSince } from "../keep/kept-changes.ts";
import { copyIn, lastKeptState, readKeptState } from "../keep/kept-state.ts";
import { unkeptFiles } from "../keep/keep-worktree.ts";
import {
  asWatched,
  lostAmong,
  watchFiles,
  type Cause,
  type LostFile,
  type UnheldPath,
  type WatchedFile,
} from "../keep/watched-files.ts";
import type { Shadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";

/** A file whose content is gone. `copy`: the path of a copy in the store, if there is one. */
export interface Lost extends LostFile {
  readonly copy?: string;
}

/** The facts at the beginning of a turn or call from which the files are found that no checkpoint and no copy holds. */
interface Begins {
  readonly prefix: GitPath;
  /** The turn around a call; `undefined` for a turn, and for a call outside of a turn. */
  readonly turn: Pending | undefined;
  readonly skipped: readonly Skipped[];
  /** Ignored files without a copy. */
  readonly unkept: readonly UnheldPath[];
  /** Files outside of the worktree that the input of the call names. */
  readonly beside: readonly UnheldPath[];
  /** Whether the user's settings keep ignored files. */
  readonly isOn: boolean;
}

/** The files that no checkpoint and no copy holds when a turn or call begins, as they are now. */
export async function watchUnheld(shadow: Shadow, begins: Begins): Promise<readonly WatchedFile[]> {
  const { prefix, turn, skipped, unkept, beside, isOn } = begins;
  const { root } = shadow.place.worktree;
  // Listing ignored files starts git. If the settings keep no ignored files, they are listed only once a turn.
  const known = turn?.watched?.filter(({ cause, folder }) => cause === "off" && folder === undefined);
  const off = !isOn ? (turn ? (known ?? []) : await unkeptFiles(shadow, prefix)) : [];
  const unheld = [...beside, ...skipped.flatMap(unrecordedPath), ...unkept, ...off];
  return watchFiles(root, unheld, turn && Date.parse(turn.startedAt));
}

/** A skipped file as a list of one; an empty list if a tool can make the file again, such as a build output. */
function unrecordedPath({ path, why }: Skipped): UnheldPath[] {
  return isMadeAgain(toText(path)) ? [] : [{ path, cause: causeOf(path, why) }];
}

function causeOf(path: GitPath, why: string): Cause {
  if (path.endsWith("/")) return "repository";
  if (why === EXCLUDED) return "excluded";
  if (/^larger than \d+ bytes$/.test(why)) return "new";
  return why.startsWith("it grew") ? "grown" : "not recorded";
}

/** The files that were lost during those turns and calls of a session that never ended. */
export function lostInOpen({ shadow, worktree: { root } }: Place, session: string): readonly Lost[] {
  const own = allPending(shadow).filter(({ key }) => key?.session === session);
  const lost = own.flatMap(({ watched = [] }) => lostAmong(root, watched));
  return [...new Map(lost.map((one) => [one.path, one])).values()];
}

/** Notes the watched files of a turn whose background command runs on, until the next turn or call begins. */
export function watchOn({ pid }: Io, { shadow, worktree: { root } }: Place, { watched = [], keep }: Pending): void {
  makeFolder(`${shadow}/calls`);
  const still = watchFiles(
    root,
    watched.filter(({ folder }) => folder === undefined),
  );
  atomicWrite(fileOf(shadow), JSON.stringify({ watched: still, kept: keep !== undefined }), { pid });
}

/**
 * The files that were lost after the end of a turn whose background command ran on. Reads and deletes the note of
 * `watchOn`.
 */
export function lostInBackground(place: Place): readonly Lost[] {
  const file = fileOf(place.shadow);
  if (!existsSync(file)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isObject(value)) return [];
    const { root } = place.worktree;
    return [...lostAmong(root, asWatched(value["watched"])), ...(value["kept"] === true ? deletedOfKept(place) : [])];
  } catch {
    return []; // another process has read and deleted the file
  } finally {
    rmSync(file, { force: true });
  }
}

/** The files of the last kept state that were deleted since, outside of any step, each with its copy. */
function deletedOfKept(place: Place): Lost[] {
  const state = readKeptState(place.shadow, lastKeptState(place.shadow));
  const deleted = new Set(state && keptChangesSince(place, state)?.deleted);
  return (state?.files ?? []).flatMap(({ path, size, modified, copy }): Lost[] => {
    const file = asString(copy);
    return deleted.has(path) && file !== undefined
      ? [{ path, size, stamp: `${modified}`, cause: "no copy", change: "gone", copy: copyIn(place.shadow, file) }]
      : [];
  });
}

function fileOf(shadow: string): string {
  return `${shadow}/calls/after-turn`;
}
