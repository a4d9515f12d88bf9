import { rmSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { checksumOf, readCaptureState, writeCaptureState, type CaptureState } from "./capture-state.ts";
import { copyContents } from "./copy-contents.ts";
import { coverageText, keepCoverage } from "./coverage.ts";
import type { Capture, CaptureOptions, Skipped } from "./engine.ts";
import { noteGone, type ForcedFiles } from "./forced-files.ts";
import type { GitPath } from "./git-path.ts";
import { isIgnoreFile, readIgnoreFile } from "./ignore-files.ts";
import { lastTrees } from "./last-trees.ts";
import { listChanges, type ListedChanges } from "./list-changes.ts";
import { letGo, listWorktree, type Listed } from "./list-worktree.ts";
import type { Place } from "./place.ts";
import { forgetIndex, publishIndex, withPrivateIndex } from "./private-index.ts";
import { checkAmount } from "./recording-limits.ts";
import { splitNul, tryShadowGit } from "./shadow-git.ts";
import { sourceIndexOf, type SourceIndex } from "./tracked-by-source.ts";
import { updateIndex } from "./update-index.ts";
import { isWhole, writeTree } from "./write-tree.ts";

/** How long stat data is good enough, in milliseconds. */
const REFRESH = 3_600_000;

/** What one capture begins with. */
export interface CaptureWork {
  readonly io: Io;
  readonly place: Place;
  readonly idBytes: 20 | 32;
  readonly options: CaptureOptions;
  /** The process's own index. */
  readonly index: string;
  /** What is known about it; absent where it is new or somebody else's. */
  readonly state: CaptureState | undefined;
  /** Whether there is no index to begin with. */
  readonly isFirst: boolean;
  /** Whether the stat data of unchanged files is renewed; `"all"`: that of every file. */
  readonly refresh: boolean | "all";
  readonly started: number;
  readonly source: SourceIndex;
  readonly forced: ForcedFiles;
}

/**
 * Writes the present files as a tree with git: it lists what differs from an index, takes that in, and writes the tree.
 */
export async function nativeCapture(io: Io, place: Place, idBytes: 20 | 32, options: CaptureOptions): Promise<Capture> {
  const attempt = () =>
    withPrivateIndex(io, place, async (index, fromFuture) =>
      capture(begin(io, place, idBytes, options, index, fromFuture)),
    );
  try {
    return await attempt();
  } catch (error) {
    // The shared index is a cache that a power cut may have damaged, or that names objects which are gone.
    if (!(error instanceof UserError) || error.code !== "gitFailed" || !forgetIndex(place)) throw error;
    return attempt();
  }
}

function begin(
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
  const forced = { present: new Set(state?.forced), absent: new Set(state?.absent) };
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
    forced,
  };
}

function capture(work: CaptureWork): Capture {
  const { io, place, options, index, state, isFirst, refresh } = work;
  if (options.only && !isFirst) return captureOnly(work, options.only);
  const listed = listWorktree(work);
  const changes = lookAt(work, listed);
  const drop = new Set(changes.drop);
  for (const { path } of changes.skipped)
    if (isIgnoreFile(path)) listed.rules.set(path, readIgnoreFile(place.worktree.root, path) ?? "");
  const isChecked = letGo(work, listed, drop);
  noteGone(place.worktree.root, work.forced, listed.known);
  const update = changes.update.filter((path) => !drop.has(path));
  const skipped = changes.skipped.filter(({ path }) => !drop.has(path) || !isChecked);
  if (update.length === 0 && drop.size === 0 && state && !refresh && isWhole(io, place, state.tree)) {
    const coverage = remember(work, listed, skipped, state);
    return { tree: state.tree, skipped, coverage };
  }
  const copied = isFirst ? copyContents(io, place, work.source) : new Set<GitPath>();
  const failed = updateIndex(io, place, index, { drop: [...drop], update, refresh, copied });
  const tree = writeTree(io, place, index);
  const left = [...skipped, ...failed];
  const coverage = remember(work, listed, left, {
    checksum: checksumOf(index, work.idBytes),
    tree,
    refreshedAt: refresh || isFirst ? work.started : (state?.refreshedAt ?? 0),
  });
  publishIndex(place, index);
  const result = { tree, skipped: left, coverage };
  if (!state || refresh) return result;
  const without = new Set([...failed.map(({ path }) => path), ...changes.gone]);
  const present = update.filter((path) => !without.has(path));
  const deleted = [...drop, ...changes.gone.filter((path) => !drop.has(path))];
  return {
    ...result,
    since: {
      tree: state.tree,
      added: present.filter((path) => !listed.known.has(path)),
      deleted,
      edited: present.filter((path) => listed.known.has(path)),
    },
  };
}

/** The shared index stays as it is: the next capture comes by these files, and holds them against the ignore rules. */
function captureOnly({ io, place, options, index }: CaptureWork, only: readonly GitPath[]): Capture {
  const changes = listChanges(only, [], {
    root: place.worktree.root,
    maxFileSize: options.maxFileSize,
    isTracked: () => true,
  });
  const failed = updateIndex(io, place, index, { ...changes, refresh: false });
  return { tree: writeTree(io, place, index), skipped: [...changes.skipped, ...failed] };
}

/** What the listed paths mean for the index. Files that were recorded once stay covered when they grow. */
function lookAt({ io, place, options, source, isFirst }: CaptureWork, { known, others, last }: Listed): ListedChanges {
  const look = (recorded?: ReadonlySet<GitPath>) =>
    listChanges([...known], [...others], {
      root: place.worktree.root,
      maxFileSize: options.maxFileSize,
      isTracked: (path) => source.tracked().has(path) || recorded?.has(path) === true,
    });
  let changes = look();
  const recorded = recordedLately(
    io,
    place,
    changes.large.filter((path) => !last?.skipped.includes(path)),
  );
  if (recorded.size > 0) changes = look(recorded);
  // The first time everything is new: what git tracks is no accident, however much it is.
  const added = isFirst ? changes.added.filter(({ path }) => !source.tracked().has(path)) : changes.added;
  checkAmount(
    io,
    place,
    added.length,
    added.reduce((bytes, { size }) => bytes + size, 0),
  );
  return changes;
}

/** Which of some paths the last states hold. */
function recordedLately(io: Io, place: Place, paths: readonly GitPath[]): ReadonlySet<GitPath> {
  if (paths.length === 0) return new Set();
  const wanted = new Set(paths);
  // The paths are not named to git, which finds no room for many. A tree that is lost holds nothing.
  const held = lastTrees(place.shadow).flatMap((tree) =>
    splitNul(tryShadowGit(io, place, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]).stdout),
  );
  return new Set(held.filter((path) => wanted.has(path)));
}

/** Writes down what the tree does not tell, and what is now known about the index. Gives the former's id. */
function remember(
  { io, place, options: { prefix }, forced, state }: CaptureWork,
  { excludes, rules, signature, scope }: Listed,
  left: readonly Skipped[],
  index: Pick<CaptureState, "checksum" | "tree" | "refreshedAt">,
): string {
  const covered = [...forced.present, ...forced.absent].filter((path) => path.startsWith(prefix));
  const coverage = coverageText({
    outside: excludes.outside,
    rules: Object.fromEntries(rules),
    forced: covered,
    skipped: left.map(({ path }) => path),
  });
  const coverageId = keepCoverage(
    place.shadow,
    coverage,
    scope && { text: scope.coverage, id: scope.coverageId },
    io.pid,
  );
  const { checksum, tree, refreshedAt = 0 } = index;
  const scopes = { ...state?.scopes, [prefix]: { coverage, coverageId, source: signature } };
  const now: CaptureState = {
    checksum,
    tree,
    refreshedAt,
    forced: [...forced.present],
    absent: [...forced.absent],
    scopes,
  };
  if (JSON.stringify(now) !== JSON.stringify(state)) writeCaptureState(place.shadow, now, io.pid);
  return coverageId;
}
