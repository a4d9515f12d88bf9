import type { BigIntStats } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { readGitConfig } from "../../worktree/doors/git.ts";
import { keepCoverage } from "../coverage.ts";
import { isObjectDamaged, setObjectsAside } from "../damaged-objects.ts";
import type { Capture, CaptureOptions, ObjectId, Skipped } from "../engine.ts";
import { hashFile } from "../git-object.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { checkAmount, limitsFor, limitsOf, sizeSentence } from "../limits.ts";
import { clockSlack, timeOnDisk } from "../source/disk-clock.ts";
import { notedModes } from "../source/file-modes.ts";
import { look } from "../source/on-disk.ts";
import { Objects } from "./objects.ts";
import { readContent } from "./read-content.ts";
import {
  forgetStatCache,
  isYoung,
  readStatCache,
  statOf,
  writeStatCache,
  type CachedFile,
  type StatCache,
} from "./stat-cache.ts";
import { entryFinder, writeTrees } from "./trees.ts";
import { FolderWalker, walkPaths, type FolderWalk, type Walk } from "./walk.ts";

/**
 * The error for a cache that lists a blob that the shadow repository does not hold. The caller deletes the cache and
 * repeats the capture.
 */
class MissingContent extends Error {}

/**
 * Writes the present files as a tree without git: compares all files with the cache by their stats, and reads only the
 * changed ones.
 */
export async function jsCapture(io: Io, place: Place, options: CaptureOptions): Promise<Capture> {
  if (options.checkObjects && setObjectsAside(io, place, options.checkObjects)) await beginAnew(io, place);
  try {
    return await capture(io, place, options);
  } catch (error) {
    const isMissing = error instanceof MissingContent;
    if (!isMissing && !(error instanceof UserError && ["gitFailed", "brokenObjects"].includes(error.code))) throw error;
    if (setObjectsAside(io, place, "in full")) await beginAnew(io, place);
    else if (!isMissing || !forgetStatCache(place.shadow)) throw error;
    return capture(io, place, options);
  }
}

/**
 * Deletes the cache after objects were lost, so that the objects of unchanged files are stored anew. Before the
 * deletion, the trees of the cache are stored again, since a turn may have begun with the state in the cache.
 */
async function beginAnew(io: Io, place: Place): Promise<void> {
  const last = readStatCache(place.shadow, io.now());
  const objects = new Objects(io, place.shadow);
  if (last) await writeTrees(objects, last);
  await objects.finish();
  forgetStatCache(place.shadow);
}

async function capture(io: Io, place: Place, options: CaptureOptions): Promise<Capture> {
  const { shadow, worktree } = place;
  const stored = readStatCache(shadow, io.now());
  const began = timeOnDisk(io, shadow) - clockSlack(io, place);
  if (options.only && stored) {
    // Do not write the cache, so that the next capture lists these files as changed and applies the ignore rules to
    // them.
    const { tree, skipped } = await record(io, place, walkPaths(worktree.root, options.only, stored), stored, began);
    return { tree, skipped };
  }
  const cache = stored ?? new Map<GitPath, CachedFile>();
  const walk = await walkFolder(io, place, options, cache);
  const { tree, files, skipped } = await record(io, place, walk, cache, began);
  if (!stored || !isEqual(files, cache)) writeStatCache(shadow, files, began, io.pid);
  const { outside, rules, trackedButIgnored } = walk;
  const modes = notedModes(undefined, walk.modes);
  const also = options.inclusion?.patterns ?? "";
  const coverage = { outside, rules, trackedButIgnored, skipped: skipped.map(({ path }) => path), modes, also };
  return { tree, skipped, coverage: keepCoverage(io, shadow, coverage) };
}

/**
 * Compares the files of the captured folder with the cache, and decides which large files are recorded. A file above
 * the limit of new files is recorded if one of the last checkpoints holds it.
 */
async function walkFolder(io: Io, place: Place, options: CaptureOptions, cache: StatCache): Promise<FolderWalk> {
  const { ignoresCase } = fileSystemOf(io, place.shadow);
  const limits = limitsOf(options);
  const walk = new FolderWalker(io, place, options, cache, ignoresCase).walk();
  const find = entryFinder(new Objects(io, place.shadow));
  const states = walk.large.length === 0 ? [] : (options.heldBefore?.() ?? []);
  for (const file of walk.large) {
    const held = await Promise.all(states.map((tree) => find(tree, file.path)));
    if (held.some((entry) => entry !== undefined)) walk.read.push(file);
    else walk.skipped.push({ path: file.path, why: sizeSentence("new", limits) });
  }
  for (const file of walk.unsure) {
    if (isOnlyTouched(io, place, file)) walk.read.push(file);
    else {
      // The tree must not hold the file: its recorded content is old, and an undo could write it over the file.
      walk.drop.push(file.path);
      const own = limitsFor(file.path, limits, options.inclusion);
      walk.skipped.push({ path: file.path, why: sizeSentence(file.fault, own) });
    }
  }
  checkAmount(
    io,
    place,
    walk.read.filter(({ known }) => !known),
    options.mostNew,
  );
  return walk;
}

/**
 * Whether a file has the content and mode that the cache holds. The file is read only if its size is that in the cache,
 * or the cache holds no size.
 */
function isOnlyTouched(io: Io, { shadow, worktree }: Place, { path, known, size }: Walk["unsure"][number]): boolean {
  if (!known || (known.stat !== "" && Number.parseInt(known.stat, 10) !== size)) return false;
  const found = look(worktree.root, path);
  if (typeof found === "string" || !found.isFile()) return false;
  const { keepsMode } = fileSystemOf(io, shadow);
  if (known.mode !== modeOf(found, keepsMode ? undefined : known.mode)) return false;
  try {
    return hashFile(onDisk(worktree.root, path), found, "sha1") === known.id;
  } catch {
    return false;
  }
}

interface Recorded {
  readonly tree: ObjectId;
  readonly files: StatCache;
  readonly skipped: readonly Skipped[];
}

/** Reads and stores the files that a walk found, and writes the trees of all files. */
async function record(io: Io, place: Place, walk: Walk, cache: StatCache, began: number): Promise<Recorded> {
  const objects = new Objects(io, place.shadow);
  const { found, deletedPaths, skipped } = await readFiles(io, place, walk.read, objects, began);
  const files = changed(cache, found, [...walk.drop, ...deletedPaths]);
  for (const { id } of files.values()) if (!objects.holds(id)) throw new MissingContent();
  const tree = await writeTrees(objects, files);
  await objects.finish();
  if (isObjectDamaged(place.shadow, tree, "in full")) throw new UserError("brokenObjects", [tree]);
  return { tree, files, skipped: [...walk.skipped, ...skipped] };
}

/** Reads and stores the contents of files. A file that cannot be read is listed as skipped. */
async function readFiles(io: Io, { shadow, worktree }: Place, read: Walk["read"], objects: Objects, began: number) {
  const { keepsMode } = fileSystemOf(io, shadow);
  const found = new Map<GitPath, CachedFile>();
  const deletedPaths: GitPath[] = [];
  const skipped: Skipped[] = [];
  for (const [done, { path, known }] of read.entries()) {
    io.progress?.({ doing: "Recording files", done, total: read.length, unit: "files" });
    const file = readContent(onDisk(worktree.root, path));
    if (file === "gone") deletedPaths.push(path);
    else if (typeof file === "string") skipped.push({ path, why: file });
    else {
      const id = await objects.write("blob", file.content);
      const mode = modeOf(file.stats, keepsMode ? undefined : (known?.mode ?? "100644"));
      found.set(path, { mode, id, stat: isYoung(file.stats, began) ? "" : statOf(file.stats, io.platform) });
    }
  }
  return { found, deletedPaths, skipped };
}

/**
 * The mode that git records. Of a file's permissions it shows only whether the owner may execute the file.
 * @param kept the earlier mode, if the file system stores no executable bit; else `undefined`
 */
function modeOf(stats: BigIntStats, kept: string | undefined): string {
  if (stats.isSymbolicLink()) return "120000";
  if (kept !== undefined) return kept === "120000" ? "100644" : kept;
  return stats.mode & 0o100n ? "100755" : "100644";
}

/**
 * The cache after the changes. If a file has replaced a folder, the files below that folder are removed, and if a
 * folder has replaced a file, the file is removed. Outside of the captured folder the walk does not find such a change.
 */
function changed(cache: StatCache, found: StatCache, drop: readonly GitPath[]): StatCache {
  const now = new Map(cache);
  for (const path of drop) now.delete(path);
  if (found.size === 0) return now;
  for (const path of cache.keys())
    if (foldersOf(path).some((folder) => found.has(folder.slice(0, -1)))) now.delete(path);
  for (const [path, file] of found) {
    for (const folder of foldersOf(path)) now.delete(folder.slice(0, -1));
    now.set(path, file);
  }
  return now;
}

function isEqual(one: StatCache, other: StatCache): boolean {
  return (
    one.size === other.size &&
    [...one].every(([path, { mode, id, stat }]) => {
      const file = other.get(path);
      return file?.mode === mode && file.id === id && file.stat === stat;
    })
  );
}

/** The properties of the worktree's file system, as the config of the shadow repository names them. */
export function fileSystemOf({ env }: Io, shadow: string): { ignoresCase: boolean; keepsMode: boolean } {
  const config = readGitConfig(`${shadow}/config`, env);
  return {
    ignoresCase: config.get("core.ignorecase") === "true",
    keepsMode: config.get("core.filemode") !== "false",
  };
}
