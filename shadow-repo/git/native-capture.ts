import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { keepCoverage, type Modes } from "../coverage.ts";
import { isObjectDamaged, setObjectsAside } from "../damaged-objects.ts";
import type { Capture, CaptureOptions, Difference, Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { NO_LIMITS, checkAmount, limitsOf } from "../limits.ts";
import { isIgnoreFile, readIgnoreFile } from "../source/ignore-files.ts";
import { checksumOf, writeCaptureState, type CaptureState } from "./capture-state.ts";
import { beginCapture, noteDeleted, noteLeftOut, type CaptureWork } from "./capture-work.ts";
import { copyContents } from "./copy-contents.ts";
import { durable } from "./installed-git.ts";
import { listChanges, type ListedChanges } from "./list-changes.ts";
import { excludedInIndex, ignoredInIndex } from "./leave-index.ts";
import { listWorktree, type Listed } from "./list-worktree.ts";
import { lookAround } from "./look-around.ts";
import { forgetIndex, publishIndex, withPrivateIndex } from "./private-index.ts";
import { doubtedBefore, doubtful } from "./same-second.ts";
import { splitNul, tryShadowGit } from "./shadow-git.ts";
import { provenStore, storeWith } from "./object-store.ts";
import { updateIndex, writeTree } from "./update-index.ts";

/**
 * Writes the present files as a tree with git: lists the differences between worktree and index, adds them to the
 * index, and writes its tree.
 */
export async function nativeCapture(io: Io, place: Place, idBytes: 20 | 32, options: CaptureOptions): Promise<Capture> {
  const attempt = () =>
    withPrivateIndex(io, place, async (index, fromFuture) =>
      capture(beginCapture(io, place, idBytes, options, index, fromFuture)),
    );
  if (options.checkObjects && setObjectsAside(io, place, options.checkObjects)) await beginAnew(io, place);
  try {
    return await attempt();
  } catch (error) {
    // Try once more without the damaged parts: a power cut may have damaged the shared index, which is a cache, or
    // objects that it names.
    if (!(error instanceof UserError) || !["gitFailed", "brokenObjects"].includes(error.code)) throw error;
    const isMended = setObjectsAside(io, place, "in full");
    if (isMended) await beginAnew(io, place);
    else if (!forgetIndex(place)) throw error;
    return attempt();
  }
}

/**
 * Deletes the shared index after objects were lost, so that the objects of unchanged files are stored anew. Before the
 * deletion, the trees of the index are stored again, since a turn may have begun with the state in the index.
 */
async function beginAnew(io: Io, place: Place): Promise<void> {
  await withPrivateIndex(io, place, async (index) =>
    tryShadowGit(io, place, [...durable(io, place), "write-tree", "--missing-ok"], { index }),
  );
  forgetIndex(place);
}

function capture(work: CaptureWork): Capture {
  const { place, state } = work;
  if (state && isObjectDamaged(place.shadow, state.tree, "in full")) throw new UserError("brokenObjects", [state.tree]);
  if (work.options.only && !work.isFirst) return captureOnly(work, work.options.only);
  const listed = listWorktree(work);
  const changes = decide(work, listed);
  return unchanged(work, listed, changes) ?? record(work, listed, changes);
}

/** The changes to the index, by path. */
interface IndexChanges {
  readonly drop: ReadonlySet<GitPath>;
  readonly update: readonly GitPath[];
  readonly deleted: readonly GitPath[];
  readonly skipped: readonly Skipped[];
  /** Files of `update` that are read although git considers them unchanged (see `doubtful`). */
  readonly doubted: readonly GitPath[];
  /** The modes of the regular files of `update`, without those of `doubted`. */
  readonly modes: ReadonlyMap<GitPath, number>;
}

function decide(work: CaptureWork, listed: Listed): IndexChanges {
  const { root } = work.place.worktree;
  const changes = lookAt(work, listed);
  for (const { path } of changes.skipped)
    if (isIgnoreFile(path)) listed.rules.set(path, readIgnoreFile(root, path) ?? "");
  const ignored = ignoredInIndex(work, listed);
  const excluded = excludedInIndex(work, listed);
  const drop = new Set([...changes.drop, ...ignored, ...excluded.paths]);
  noteDeleted(root, work.trackedButIgnored, listed.known);
  const all = [...changes.skipped, ...excluded.skipped, ...listed.unsearched];
  const skipped = all.filter(({ path }) => !ignored.has(path));
  noteLeftOut(
    work.trackedButIgnored,
    skipped.flatMap(({ path }) => (drop.has(path) || listed.others.has(path) ? [path] : [])),
  );
  const listedOnes = changes.update.filter((path) => !drop.has(path));
  const seen = new Set([...changes.update, ...drop, ...changes.skipped.map(({ path }) => path)]);
  const doubted = doubtedBefore(work, (path) => path.startsWith(work.options.prefix) && !seen.has(path));
  const { deleted, modes } = changes;
  return { drop, update: [...listedOnes, ...doubted], deleted, skipped, doubted, modes };
}

/** The last state, if nothing differs from it and all its objects still exist; else `undefined`. */
function unchanged(work: CaptureWork, listed: Listed, { drop, update, skipped }: IndexChanges): Capture | undefined {
  const { io, place, state, refresh } = work;
  if (update.length > 0 || drop.size > 0 || refresh || !state) return undefined;
  const store = storeWith(io, place, state);
  if (store === undefined) return undefined;
  const { modes, stray } = lookAround(work, listed, []);
  const all = [...skipped, ...stray];
  return {
    tree: state.tree,
    skipped: all,
    coverage: remember(
      work,
      listed,
      { skipped: all, modes },
      { ...state, store, doubtful: state.doubtful ? doubtful(work, []) : {} },
    ),
  };
}

function record(work: CaptureWork, listed: Listed, changes: IndexChanges): Capture {
  const { io, place, index, state, isFirst, refresh } = work;
  const copied = isFirst ? copyContents(io, place, work.source, new Set(changes.update)) : new Set(changes.doubted);
  const proven = provenStore(io, place, state);
  const failed = updateIndex(io, place, index, {
    drop: [...changes.drop],
    update: changes.update,
    doubtful: changes.doubted,
    refresh,
    copied,
  });
  const { tree, store } = writeTree(io, place, index, changes.update.length + changes.drop.size, proven);
  const { modes, stray } = lookAround(work, listed, [...changes.update, ...changes.drop], changes.modes);
  const skipped = [...changes.skipped, ...failed, ...stray];
  const coverage = remember(
    work,
    listed,
    { skipped, modes },
    {
      checksum: checksumOf(index, work.idBytes),
      tree,
      store,
      refreshedAt: refresh || isFirst ? work.started : (state?.refreshedAt ?? 0),
      doubtful: doubtful(work, changes.update),
    },
  );
  publishIndex(place, index);
  const result = { tree, skipped, coverage };
  return !state || refresh
    ? result
    : {
        ...result,
        since: { tree: state.tree, isStored: proven !== undefined, ...difference(listed, changes, failed) },
      };
}

/** The difference from the last state, as git's listing shows it. */
function difference(
  { known }: Listed,
  { drop, update, deleted, doubted }: IndexChanges,
  failed: readonly Skipped[],
): Difference {
  const without = new Set([...failed.map(({ path }) => path), ...deleted]);
  const present = update.filter((path) => !without.has(path));
  const held = new Set(doubted);
  const isHeld = (path: GitPath) => known.has(path) || held.has(path);
  return {
    added: present.filter((path) => !isHeld(path)),
    deleted: [...drop, ...deleted.filter((path) => !drop.has(path))],
    edited: present.filter(isHeld),
  };
}

/**
 * Captures only some files. The shared index stays as it is, so the next capture lists these files again, and applies
 * the ignore rules to them.
 */
function captureOnly(work: CaptureWork, only: readonly GitPath[]): Capture {
  const { io, place, index } = work;
  const changes = listChanges(only, [], {
    root: place.worktree.root,
    limits: NO_LIMITS,
    isTracked: () => true,
  });
  const updated = new Set(changes.update);
  const failed = updateIndex(io, place, index, {
    ...changes,
    doubtful: doubtedBefore(work, (path) => updated.has(path)),
    refresh: false,
  });
  return { tree: writeTree(io, place, index, only.length).tree, skipped: [...changes.skipped, ...failed] };
}

/**
 * Decides what the index does with the listed paths. A file above the limit of new files is recorded if one of the last
 * checkpoints holds it.
 */
function lookAt({ io, place, options, source, isFirst }: CaptureWork, { known, others, last }: Listed): ListedChanges {
  const look = (recorded?: ReadonlySet<GitPath>) =>
    listChanges([...known], [...others], {
      root: place.worktree.root,
      limits: limitsOf(options),
      isTracked: (path) => source.tracked().has(path),
      isRecorded: (path) => recorded?.has(path) === true,
      exclusion: options.exclusion,
      inclusion: options.inclusion,
    });
  let changes = look();
  const skippedBefore = new Set(changes.large.length > 0 ? last?.skipped : []);
  const recorded = recordedLately(
    { io, place, options },
    changes.large.filter((path) => !skippedBefore.has(path)),
  );
  if (recorded.size > 0) changes = look(recorded);
  // In a first capture every file is new, so only files that the source does not track are counted.
  const fresh = isFirst ? changes.added.filter(({ path }) => !source.tracked().has(path)) : changes.added;
  checkAmount(io, place, fresh, options.mostNew);
  return changes;
}

/** The part of `paths` that one of the last checkpoints holds. */
function recordedLately(
  { io, place, options }: Pick<CaptureWork, "io" | "place" | "options">,
  paths: readonly GitPath[],
): ReadonlySet<GitPath> {
  if (paths.length === 0) return new Set();
  const wanted = new Set(paths);
  // Whole trees are listed, since git's arguments have no room for many paths. A lost tree is treated as empty.
  const held = (options.heldBefore?.() ?? []).flatMap((tree) =>
    splitNul(tryShadowGit(io, place, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]).stdout),
  );
  return new Set(held.filter((path) => wanted.has(path)));
}

/** Saves the coverage of the tree, and the facts about the index. Gives the id of the coverage. */
function remember(
  { io, place, options: { prefix, exclusion, inclusion }, trackedButIgnored: forced, state }: CaptureWork,
  { excludes, rules, signature, included }: Listed,
  { skipped, modes }: { readonly skipped: readonly Skipped[]; readonly modes: Modes },
  index: Pick<CaptureState, "checksum" | "tree" | "store" | "refreshedAt" | "doubtful">,
): string {
  const covered = [...forced.present, ...forced.absent].filter((path) => path.startsWith(prefix));
  const coverage = keepCoverage(io, place.shadow, {
    outside: excludes.outside,
    rules: Object.fromEntries(rules),
    trackedButIgnored: covered,
    skipped: skipped.map(({ path }) => path),
    modes,
    also: inclusion?.patterns ?? "",
  });
  const skippedPaths = new Set(skipped.map(({ path }) => path));
  const elsewhere = (state?.included ?? []).filter((path) => !path.startsWith(prefix));
  const { checksum, tree, store, refreshedAt = 0, doubtful: young = {} } = index;
  const excluded = exclusion?.signature;
  const scope = { coverage, source: signature, ...(excluded !== undefined && { excluded }) };
  const scopes = { ...state?.scopes, [prefix]: scope };
  const now: CaptureState = {
    checksum,
    tree,
    ...defined({ store }),
    refreshedAt,
    trackedButIgnored: [...forced.present],
    absent: [...forced.absent],
    ...(Object.keys(young).length > 0 && { doubtful: young }),
    ...(inclusion && { included: [...elsewhere, ...included.filter((path) => !skippedPaths.has(path))] }),
    scopes,
  };
  if (JSON.stringify(now) !== JSON.stringify(state)) writeCaptureState(place.shadow, now, io.pid);
  return coverage;
}
