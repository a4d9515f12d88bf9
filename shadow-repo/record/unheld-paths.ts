import { existsSync, readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { asString, isObject } from "../../kit/json.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
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

/** A file whose content is gone, with its copy, where one can still be found by its name in the store. */
export interface Lost extends LostFile {
  readonly copy?: string;
}

/** The parts of a beginning that tell which files nothing holds. */
interface Begins {
  readonly prefix: GitPath;
  /** The open turn, for a call within one. */
  readonly turn: Pending | undefined;
  readonly skipped: readonly Skipped[];
  /** Ignored files without a copy. */
  readonly unkept: readonly UnheldPath[];
  /** Files that the call names, outside of the worktree. */
  readonly beside: readonly UnheldPath[];
}

/** The files that nothing holds when a turn or call begins, as these are now. */
export async function watchUnheld(io: Io, shadow: Shadow, begins: Begins): Promise<readonly WatchedFile[]> {
  const { prefix, turn, skipped, unkept, beside } = begins;
  const { root } = shadow.place.worktree;
  const isOff = !(await readSettings(io, undefined)).checkpoints.keep;
  // To list the ignored files starts git, which nothing else does where none is kept: once a turn is enough.
  const known = turn?.watched?.filter(({ cause, folder }) => cause === "off" && folder === undefined);
  const off = isOff ? (turn ? (known ?? []) : await unkeptFiles(shadow, prefix)) : [];
  const unheld = [...beside, ...skipped.flatMap(unrecordedPath), ...unkept, ...off];
  return watchFiles(root, unheld, turn && Date.parse(turn.startedAt));
}

/** A file that no checkpoint records, unless a tool makes it again. */
function unrecordedPath({ path, why }: Skipped): UnheldPath[] {
  return isMadeAgain(toText(path)) ? [] : [{ path, cause: causeOf(path, why) }];
}

function causeOf(path: GitPath, why: string): Cause {
  if (path.endsWith("/")) return "repository";
  if (why === EXCLUDED) return "excluded";
  if (/^larger than \d+ bytes$/.test(why)) return "new";
  return why.startsWith("it grew") ? "grown" : "not recorded";
}

/** The losses of a session's turns and calls whose end never came. */
export function lostInOpen({ shadow, worktree: { root } }: Place, session: string): readonly Lost[] {
  const own = allPending(shadow).filter(({ key }) => key?.session === session);
  const lost = own.flatMap(({ watched = [] }) => lostAmong(root, watched));
  return [...new Map(lost.map((one) => [one.path, one])).values()];
}

/** Goes on watching for a background command that outlives its turn, until the next turn begins. */
export function watchOn({ pid }: Io, { shadow, worktree: { root } }: Place, { watched = [], keep }: Pending): void {
  makeFolder(`${shadow}/calls`);
  const still = watchFiles(
    root,
    watched.filter(({ folder }) => folder === undefined),
  );
  atomicWrite(fileOf(shadow), JSON.stringify({ watched: still, kept: keep !== undefined }), { pid });
}

/** The losses since a turn ended of which a background command went on. */
export function lostInBackground(place: Place): readonly Lost[] {
  const file = fileOf(place.shadow);
  if (!existsSync(file)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isObject(value)) return [];
    const { root } = place.worktree;
    return [...lostAmong(root, asWatched(value["watched"])), ...(value["kept"] === true ? deletedOfKept(place) : [])];
  } catch {
    return []; // another process was faster
  } finally {
    rmSync(file, { force: true });
  }
}

/** The files of the last kept state that are there no more. No step deleted these, and yet there are copies. */
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
