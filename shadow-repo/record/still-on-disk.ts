import { statSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { readCoverage, type Covered } from "../coverage.ts";
import { objectFormat } from "../create-shadow.ts";
import type { Difference, ObjectId, TreeChange, TreeEntry } from "../engine.ts";
import { hashOf, makeTrees } from "../git-object.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import type { Pending } from "../journal/pending.ts";
import type { Shadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { CLOCK_STEP, foundAt, isFile, linkFinder } from "../source/on-disk.ts";
import type { IndexEntry } from "../source/read-index.ts";
import { readEntries } from "../source/source-index.ts";
import { isSparse } from "../source/sparse-checkout.ts";
import { appeared } from "./appeared.ts";

/**
 * Paths that only the earlier of two captures holds, although their files were not deleted: the files exist and became
 * ignored or unreadable, or a sparse checkout removed files that equal those in git's index. No content is lost, so
 * these paths are no part of a checkpoint. If a removed file differs from the index, its removal is part of the
 * checkpoint.
 * @param changes the changes between the captures; called only if there is a sparse checkout
 */
export async function stillOnDisk(
  io: Io,
  place: Place,
  deleted: readonly GitPath[],
  changes: () => Promise<readonly TreeChange[]>,
): Promise<GitPath[]> {
  if (deleted.length === 0) return [];
  const behindLink = linkFinder(place.worktree.root);
  const sparse = sparseEntries(io, place);
  const takenOut = sparse.size > 0 ? asGitHasThem(place, sparse, await changes()) : new Set<GitPath>();
  return deleted.filter((path) => takenOut.has(path) || (isFile(place.worktree.root, path) && !behindLink(path)));
}

/**
 * The index entries outside of the sparse checkout of the user's repository, by path; in a sparse index an entry may be
 * a whole folder. Empty, without reading the index, if the configuration names no sparse checkout.
 */
function sparseEntries(io: Io, place: Place): ReadonlyMap<GitPath, IndexEntry> {
  const idBytes = objectFormat(place) === "sha256" ? 32 : 20;
  const entries = isSparse(io, place.worktree) ? readEntries(`${place.worktree.gitDir}/index`, idBytes) : undefined;
  return new Map(entries?.filter(({ skipWorktree }) => skipWorktree).map((entry) => [entry.path, entry]));
}

/**
 * The deleted files that were equal to git's index: to their own entry or, in a sparse index, to the tree of a whole
 * folder, if all files of the folder together have this tree.
 */
function asGitHasThem(
  place: Place,
  sparse: ReadonlyMap<GitPath, IndexEntry>,
  changes: readonly TreeChange[],
): ReadonlySet<GitPath> {
  const found = new Set<GitPath>();
  const folders = new Map<IndexEntry, Map<GitPath, TreeEntry>>();
  for (const { path, before, after } of changes) {
    if (!before || after) continue;
    const entry = sparse.get(path);
    if (entry?.id === before.id && entry.mode.toString(8) === before.mode) found.add(path);
    const folder = foldersOf(path).find((one) => sparse.has(one));
    if (folder === undefined) continue;
    const whole = sparse.get(folder)!;
    if (!folders.has(whole)) folders.set(whole, new Map());
    folders.get(whole)!.set(path.slice(folder.length), before);
  }
  const format = objectFormat(place);
  for (const [{ path, id }, files] of folders) {
    if (makeTrees(files, (content) => hashOf("tree", content, format)) === id)
      for (const name of files.keys()) found.add(path + name);
  }
  return found;
}

/**
 * The files of `stillOnDisk` that existed at the end of a step, too, if that end was recorded earlier: the end state
 * leaves these out because of its ignore rules or limits. Any other file was made again since.
 */
export async function onDiskThen(
  shadow: Shadow,
  before: Covered,
  end: Covered,
  { onDisk, added, edited }: { readonly onDisk: readonly GitPath[] } & Difference,
): Promise<GitPath[]> {
  const leftOut = new Set(await appeared(shadow, end, before, { added: onDisk, deleted: added, edited }));
  return onDisk.filter((path) => leftOut.has(path) || !foundAt(shadow.place.worktree.root, path));
}

/** The state after a step, with files that the step edited and that became ignored during the step. */
export interface UntrackedEdits {
  readonly tree: ObjectId;
  /** The files that became ignored and that the tree holds, whether they changed or not. */
  readonly recorded: ReadonlySet<GitPath>;
  /** The files that became ignored and that changed. */
  readonly keptPaths: readonly GitPath[];
}

/**
 * Records files once more that the state before a step holds, that the step edited, and that are ignored at its end;
 * otherwise no undo could take back the edit. `undefined` if there is no such file. If git tracked an ignored file and
 * no longer does, only an edit that is no newer than git's index is recorded: a later edit was made after the file left
 * the index.
 * @param skippedPaths the existing files of the state before that the state after does not hold
 */
export async function recordUntracked(
  { engine, place }: Shadow,
  {
    tree: state,
    coverage,
    prefix,
    startedAt,
    standsIn,
  }: Pick<Pending, "tree" | "coverage" | "prefix" | "startedAt" | "standsIn">,
  { coverage: coverageAfter }: Pick<Covered, "coverage">,
  skippedPaths: readonly GitPath[],
): Promise<UntrackedEdits | undefined> {
  if (skippedPaths.length === 0) return undefined;
  const trackedButIgnored = new Set(readCoverage(place.shadow, coverage)?.trackedButIgnored);
  const index =
    trackedButIgnored.size > 0
      ? statSync(`${place.worktree.gitDir}/index`, { bigint: true, throwIfNoEntry: false })
      : undefined;
  const leftOut = new Set(readCoverage(place.shadow, coverageAfter)?.skipped);
  const start = BigInt(Date.parse(startedAt) - CLOCK_STEP) * 1_000_000n;
  const only = skippedPaths.filter((path) => {
    if (leftOut.has(path) || foldersOf(path).some((folder) => leftOut.has(folder))) return false;
    const changed = foundAt(place.worktree.root, path)?.ctimeNs ?? 0n;
    return trackedButIgnored.has(path) ? changed <= (index?.mtimeNs ?? 0n) : !standsIn && changed >= start;
  });
  if (only.length === 0) return undefined;
  const { tree } = await engine.capture({ prefix, only });
  const wanted = new Set(only);
  const changes = (await engine.diff(state, tree, prefix)).filter(({ path }) => wanted.has(path));
  const keptPaths = changes.flatMap(({ path, after }) => (after ? [path] : []));
  const deletedPaths = new Set(changes.flatMap(({ path, after }) => (after ? [] : [path])));
  return keptPaths.length === 0
    ? undefined
    : { tree, recorded: new Set(only.filter((path) => !deletedPaths.has(path))), keptPaths };
}
