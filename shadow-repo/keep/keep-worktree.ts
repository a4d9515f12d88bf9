import { uptime } from "node:process";

import { defined } from "../../kit/defined.ts";
import { diskTrouble } from "../../kit/disk-trouble.ts";
import type { Io } from "../../kit/io.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import { DEFAULT_SETTINGS, type CheckpointSettings, type KeepSettings } from "../../worktree/doors/settings.ts";
import type { Skipped, SnapshotEngine } from "../engine.ts";
import { toGitPath, toText, type GitPath } from "../git-path.ts";
import { settingRules } from "../js/setting-rules.ts";
import type { Place } from "../place.ts";
import { findIgnored, type IgnoredFile } from "./find-ignored.ts";
import { keepPresent, withinBounds } from "./keep-present.ts";
import { noteWalk, unchangedState, type Teller } from "./kept-index.ts";
import type { KeptFile, KeptStateId, NotKept } from "./kept-state.ts";
import type { UnheldPath } from "./watched-files.ts";

/** The result of `keepWorktree`. */
export interface Keeping {
  /** The id of the kept state; absent if there is nothing to keep, or it could not be kept. */
  readonly id?: KeptStateId;
  /** Ignored files of which no copy is kept; the folder itself if its files could not be kept. */
  readonly left: readonly Skipped[];
  /** Paths of which no copy is kept, including those that the settings leave out. */
  readonly unheld: readonly UnheldPath[];
  /** The topmost ignored folders that a tool makes again, such as `node_modules/`; at most `MOST_OUTPUT`. */
  readonly output: readonly GitPath[];
}

/** The most folders of output that are noted. */
const MOST_OUTPUT = 50;

/** A worktree whose ignored files are kept, and its engine. */
interface Kept {
  readonly place: Place;
  readonly engine: Pick<SnapshotEngine, "ignored"> & Teller;
}

/** Further input of `keepWorktree`, beside the ignored files. */
interface KeepingOptions {
  /** Folders without files that no rule ignores. */
  readonly folders?: readonly KeptFile[];
}

/** The files of a worktree that `keepWorktree` would keep now. Copies nothing. */
export async function keepable(
  io: Io,
  { place, engine }: Kept,
  prefix: GitPath,
  keep: KeepSettings,
): Promise<readonly IgnoredFile[]> {
  const isLeftOut = await leftOutBy(io, place, keep.exclude);
  const { files } = findIgnored(place.worktree.root, await engine.ignored(prefix), isLeftOut, keep);
  return withinBounds(files, keep).files;
}

/**
 * Keeps the ignored files of a worktree as the user's settings say. Checkpoints do not depend on this: on a full disk
 * no new file is kept, earlier states stay, and `left` holds the error.
 */
export async function keepWorktree(
  io: Io,
  { place, engine, checkpoints: { keep } }: Kept & { readonly checkpoints: Pick<CheckpointSettings, "keep"> },
  prefix: GitPath,
  { folders = [] }: KeepingOptions = {},
): Promise<Keeping> {
  if (!keep) return { left: [], unheld: [], output: [] };
  try {
    const isLeftOut = await leftOutBy(io, place, keep.exclude);
    const tops = await engine.ignored(prefix);
    const output = outputAmong(tops);
    const key = JSON.stringify([prefix, keep, tops, folders.map(({ path, mode }) => [path, mode])]);
    const same = await unchangedState(place, engine, key);
    if (same) return { id: same.state, left: same.notKept.map(notKept), unheld: same.unheld ?? [], output };
    const began = uptime();
    const { left = [], unheld = [], id, walked } = keepPresent(io, place, { tops, bounds: keep, folders, isLeftOut });
    if (walked && id !== undefined) noteWalk(io, place, engine, walked, { state: id, key, began });
    return { ...defined({ id }), left: left.map(notKept), unheld, output };
  } catch (error) {
    const trouble = diskTrouble(error);
    if (!trouble) throw error;
    const unheld = (await unkeptFiles({ place, engine }, prefix)).map(({ path }) => ({
      path,
      cause: "no copy" as const,
    }));
    return { left: [notKept({ path: prefix, why: trouble.message })], unheld, output: [] };
  }
}

function outputAmong(tops: readonly GitPath[]): readonly GitPath[] {
  return tops.filter((path) => path.endsWith("/") && isMadeAgain(toText(path))).slice(0, MOST_OUTPUT);
}

/** The files of a worktree that `keepWorktree` would keep with the default settings. Copies nothing. */
export async function unkeptFiles({ place, engine }: Kept, prefix: GitPath): Promise<readonly UnheldPath[]> {
  const { keep } = DEFAULT_SETTINGS.checkpoints;
  const { files, unheld } = findIgnored(
    place.worktree.root,
    await engine.ignored(prefix),
    () => false,
    keep as KeepSettings,
  );
  return [...files, ...unheld].map(({ path }) => ({ path, cause: "off" }));
}

/**
 * The beginning of the reason for a file without a copy; by it the file differs from files that no checkpoint records.
 */
const NO_COPY = "no copy is kept: ";

/** The skipped path for a file of which no copy is kept. */
export function notKept({ path, why }: NotKept): Skipped {
  return { path, why: NO_COPY + why };
}

/** Whether a skipped path is one of `Keeping.left`. */
export function isNotKept({ why }: Skipped): boolean {
  return why.startsWith(NO_COPY);
}

async function leftOutBy(io: Io, { shadow }: Place, patterns: readonly string[]): Promise<(path: GitPath) => boolean> {
  if (patterns.length === 0) return () => false;
  const rules = await settingRules(io, shadow, toGitPath(patterns.join("\n")));
  return (path) => rules.ignores(path);
}
