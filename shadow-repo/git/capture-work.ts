import { rmSync, statSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { CaptureOptions } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { clockSlack, timeOnDisk } from "../source/disk-clock.ts";
import { isFile, linkFinder } from "../source/on-disk.ts";
import { sourceIndexOf, type SourceIndex } from "../source/source-index.ts";
import { checksumOf, readCaptureState, type CaptureState } from "./capture-state.ts";

/** How long stat data in the index is used before it is renewed, in milliseconds. */
const REFRESH = 3_600_000;

/** The input of one capture. */
export interface CaptureWork {
  readonly io: Io;
  readonly place: Place;
  readonly idBytes: 20 | 32;
  readonly options: CaptureOptions;
  /** The path of the index that only this process uses. */
  readonly index: string;
  /** The stored facts about the index; absent if it is new, or if they are about another index. */
  readonly state: CaptureState | undefined;
  /** Whether the capture starts without an index. */
  readonly isFirst: boolean;
  /**
   * Whether the stat data of unchanged files is renewed; `"all"`: the index file is also written if nothing in it
   * changes.
   */
  readonly refresh: boolean | "all";
  /** When the capture began, by the clock of the shadow repository's disk if it is behind the process's clock. */
  readonly started: number;
  /** How far the disks' clocks may be behind the process's, in milliseconds. */
  readonly clocks: DiskClocks;
  readonly source: SourceIndex;
  readonly trackedButIgnored: TrackedButIgnored;
}

interface DiskClocks {
  /** How far the clock of the shadow repository's disk was behind the process's when the capture began. */
  readonly behind: number;
  /** How far the times of the worktree's files may be behind that clock (see `clockSlack`). */
  readonly slack: number;
}

/** Collects the input of a capture before any file is looked at. */
export function beginCapture(
  io: Io,
  place: Place,
  idBytes: 20 | 32,
  options: CaptureOptions,
  index: string,
  fromFuture: boolean,
): CaptureWork {
  const now = io.now().getTime();
  // The private index was linked a moment ago, which gave it a time by the disk's clock.
  const linked = statSync(index, { throwIfNoEntry: false })?.ctimeMs;
  const started = Math.min(now, linked ?? timeOnDisk(io, place.shadow));
  const clocks = { behind: now - started, slack: clockSlack(io, place) };
  const checksum = checksumOf(index, idBytes);
  const isFirst = checksum === "";
  if (isFirst) rmSync(index, { force: true }); // the file is damaged or missing
  const stored = readCaptureState(place.shadow);
  const state = stored && stored.checksum === checksum && !isFirst ? stored : undefined;
  // Renew old stat data, since otherwise each capture reads the files that were touched but not changed.
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
    clocks,
    source: sourceIndexOf(place, idBytes),
    trackedButIgnored,
  };
}

/**
 * Ignored files that are recorded because the source tracks them (`git add -f`). No listing of git shows such a file,
 * so their paths are stored, for the whole worktree.
 */
export interface TrackedButIgnored {
  /** The files that the index holds. */
  readonly present: Set<GitPath>;
  /** The files that the index does not hold: they are deleted, too large or excluded. */
  readonly absent: Set<GitPath>;
}

/**
 * Moves the deleted ones of some files from `present` to `absent`.
 * @param paths the files that may have been deleted
 */
export function noteDeleted(root: string, { present, absent }: TrackedButIgnored, paths: Iterable<GitPath>): void {
  for (const path of paths) if (present.has(path) && !isFile(root, path)) move(path, present, absent);
}

/**
 * Moves files from `present` to `absent` that the index does not hold, since they are too large or excluded. The next
 * capture searches for them again.
 */
export function noteLeftOut({ present, absent }: TrackedButIgnored, paths: readonly GitPath[]): void {
  for (const path of paths) if (present.has(path)) move(path, present, absent);
}

/**
 * Moves each file below a folder from `absent` to `present` if it exists again, and gives the paths of these files. No
 * listing of git shows such files.
 */
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
