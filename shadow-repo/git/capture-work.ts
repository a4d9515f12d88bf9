import { rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { CaptureOptions } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { isFile, linkFinder } from "../source/on-disk.ts";
import { sourceIndexOf, type SourceIndex } from "../source/source-index.ts";
import { checksumOf, readCaptureState, type CaptureState } from "./capture-state.ts";

/** Milliseconds for which stat data is good enough. */
const REFRESH = 3_600_000;

/** The start of one capture. */
export interface CaptureWork {
  readonly io: Io;
  readonly place: Place;
  readonly idBytes: 20 | 32;
  readonly options: CaptureOptions;
  /** The process's own index. */
  readonly index: string;
  /** The facts about the index; absent if it is new or somebody else's. */
  readonly state: CaptureState | undefined;
  /** Whether there is no index to begin with. */
  readonly isFirst: boolean;
  /** Whether the stat data of unchanged files is renewed; `"all"`: that of every file. */
  readonly refresh: boolean | "all";
  readonly started: number;
  readonly source: SourceIndex;
  readonly trackedButIgnored: TrackedButIgnored;
}

/** Reads the facts about an index, before any file is looked at. */
export function beginCapture(
  io: Io,
  place: Place,
  idBytes: 20 | 32,
  options: CaptureOptions,
  index: string,
  fromFuture: boolean,
): CaptureWork {
  const started = io.now().getTime();
  const checksum = checksumOf(index, idBytes);
  const isFirst = checksum === "";
  if (isFirst) rmSync(index, { force: true }); // damaged, or never there
  const stored = readCaptureState(place.shadow);
  const state = stored && stored.checksum === checksum && !isFirst ? stored : undefined;
  // Files that were touched but not changed are read again each time until their stat data is renewed.
  const stale = options.refresh === true && Math.abs(started - (state?.refreshedAt ?? 0)) > REFRESH;
  const trackedButIgnored = { present: new Set(state?.trackedButIgnored), absent: new Set(state?.absent) };
  return {
    io,
    place,
    idBytes,
    options,
    index,
    state,
    isFirst,
    refresh: !isFirst && (fromFuture ? "all" : stale),
    started,
    source: sourceIndexOf(place, idBytes),
    trackedButIgnored,
  };
}

/**
 * Ignored files that are recorded because the source tracks them (`git add -f`). No listing shows such a file, so those
 * in the index and those that are gone are remembered, for the whole worktree.
 */
export interface TrackedButIgnored {
  /** The files in the index. */
  readonly present: Set<GitPath>;
  /** The files that are neither on the disk nor in the index. */
  readonly absent: Set<GitPath>;
}

/** Notes which of these files were deleted since they were listed; only the given paths may have been. */
export function noteDeleted(root: string, { present, absent }: TrackedButIgnored, paths: Iterable<GitPath>): void {
  for (const path of paths) if (present.has(path) && !isFile(root, path)) move(path, present, absent);
}

/**
 * Notes files that the index does not hold, since they are too large or excluded: the next capture is to find
 * them again.
 */
export function noteLeftOut({ present, absent }: TrackedButIgnored, paths: readonly GitPath[]): void {
  for (const path of paths) if (present.has(path)) move(path, present, absent);
}

/** The files that came back below a folder: nothing else shows them. */
export function reappeared(root: string, { present, absent }: TrackedButIgnored, prefix: GitPath): GitPath[] {
  const behindLink = linkFinder(root);
  const back = [...absent].filter((path) => path.startsWith(prefix) && isFile(root, path) && !behindLink(path));
  for (const path of back) move(path, absent, present);
  return back;
}

function move(path: GitPath, from: Set<GitPath>, to: Set<GitPath>): void {
  from.delete(path);
  to.add(path);
}
