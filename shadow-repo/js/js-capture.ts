import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { readGitConfig } from "../../worktree/read-git-config.ts";
import { coverageText, keepCoverage, type CoverageId } from "../coverage.ts";
import type { Capture, CaptureOptions, Skipped } from "../engine.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { lastTrees } from "../journal/last-trees.ts";
import type { Place } from "../place.ts";
import { checkAmount } from "../record/recording-limits.ts";
import { linkFinder, look } from "../source/on-disk.ts";
import { sourceIndexOf, type SourceIndex } from "../source/tracked-by-source.ts";
import { makeTrees } from "../tree-object.ts";
import { holdsFile } from "./diff-trees.ts";
import { objectReader } from "./object-reader.ts";
import { objectWriter, type ObjectWriter } from "./object-writer.ts";
import { outsideRules, type OutsideRules } from "./outside-rules.ts";
import { readFiles } from "./read-files.ts";
import {
  forgetStatCache,
  readStatCache,
  timeOnDisk,
  writeStatCache,
  type CachedFile,
  type StatCache,
} from "./stat-cache.ts";
import { walkWorktree } from "./walk-worktree.ts";
import { emptyWalk, type Walk, type WalkContext } from "./walk.ts";

/** The cache names a content that is in no store of ours: it is thrown away, and begun anew. */
class MissingContent extends Error {}

const NO_CACHE: StatCache = { files: new Map(), scopes: {} };

/**
 * Writes the present files as a tree without git: one walk by inode data, then only what differs is read.
 */
export async function jsCapture(io: Io, place: Place, options: CaptureOptions): Promise<Capture> {
  try {
    return await capture(io, place, options);
  } catch (error) {
    if (!(error instanceof MissingContent) || !forgetStatCache(place.shadow)) throw error;
    return capture(io, place, options);
  }
}

async function capture(io: Io, place: Place, options: CaptureOptions): Promise<Capture> {
  const cache = readStatCache(place.shadow, io.now());
  if (options.only && cache) return captureOnly(io, place, options.only, cache);
  const { files, scopes } = cache ?? NO_CACHE;
  const source = sourceIndexOf(place, 20);
  const sourceSignature = source.signature(); // before the walk: what comes in between shows at the next capture
  const outside = outsideRules(io, place);
  const walk = await walkAll(io, place, options, cache ?? NO_CACHE, source, outside);
  const { tree, now, skipped, began, isNew } = await record(io, place, walk, files);

  const last = scopes[options.prefix];
  const coverage = coverageText({
    outside: outside.text,
    rules: walk.unrecorded,
    forced: [...walk.forced],
    skipped: skipped.map(({ path }) => path),
  });
  const known = last && { text: last.coverage, id: last.coverageId };
  const coverageId: CoverageId = keepCoverage(place.shadow, coverage, known, io.pid);
  const scope = { coverage, coverageId, source: sourceSignature, rules: walk.rules };
  if (isNew || !cache || JSON.stringify(scope) !== JSON.stringify(last))
    writeStatCache(place.shadow, { files: now, scopes: { ...scopes, [options.prefix]: scope } }, began, io.pid);
  return { tree, skipped, coverage: coverageId };
}

/** The cache stays as it is: the next capture comes by these files, and holds them against the ignore rules. */
async function captureOnly(io: Io, place: Place, only: readonly GitPath[], { files }: StatCache): Promise<Capture> {
  const { tree, skipped } = await record(io, place, lookAt(only, place.worktree.root, files), files);
  return { tree, skipped };
}

async function walkAll(
  io: Io,
  place: Place,
  { prefix, maxFileSize }: CaptureOptions,
  { files, scopes }: StatCache,
  source: SourceIndex,
  outside: OutsideRules,
): Promise<Walk> {
  const context: WalkContext = {
    root: place.worktree.root,
    platform: io.platform,
    files,
    outside,
    source,
    state: scopes[prefix],
    maxFileSize,
    recorded: new Set(),
    now: io.now().getTime(),
  };
  let walk = walkWorktree(context, prefix);
  const recorded = await recordedLately(place, walk.large);
  if (recorded.size > 0) walk = walkWorktree({ ...context, recorded }, prefix);
  const added = walk.read.filter(({ known }) => !known);
  const bytes = added.reduce((sum, { size }) => sum + size, 0);
  checkAmount(io, place, added.length, bytes);
  return walk;
}

/** Which of some paths the last states hold. */
async function recordedLately({ shadow }: Place, paths: readonly GitPath[]): Promise<ReadonlySet<GitPath>> {
  const held = new Set<GitPath>();
  if (paths.length === 0) return held;
  const reader = objectReader(shadow);
  for (const tree of lastTrees(shadow))
    for (const path of paths) if (await holdsFile(reader, tree, path)) held.add(path);
  return held;
}

/** For an operation that knows which files it touched: these, whatever the rules and their size. */
function lookAt(paths: readonly GitPath[], root: string, files: StatCache["files"]): Walk {
  const walk = emptyWalk();
  const behindLink = linkFinder(root);
  for (const path of new Set(paths)) {
    const known = files.get(path);
    const found = behindLink(path) ? "gone" : look(root, path);
    if (found === "cannot be reached") walk.skipped.push({ path, why: found });
    else if (found !== "gone" && (found.isFile() || found.isSymbolicLink()))
      walk.read.push({ path, known, size: Number(found.size) });
    else {
      if (known) walk.drop.push(path);
      if (found !== "gone" && !found.isDirectory()) walk.skipped.push({ path, why: "not a regular file or symlink" });
    }
  }
  return walk;
}

interface Recorded {
  readonly tree: string;
  readonly now: StatCache["files"];
  readonly skipped: readonly Skipped[];
  /** When the files were read. */
  readonly began: number;
  /** Whether the cache does not know all of this. */
  readonly isNew: boolean;
}

/** Reads and stores what a walk found, and writes the trees of all files. */
async function record(io: Io, place: Place, walk: Walk, files: StatCache["files"]): Promise<Recorded> {
  const { shadow } = place;
  // As git found out about this file system: false where it keeps no executable bit.
  const trustMode = readGitConfig(join(shadow, "config"), io.env).get("core.filemode") !== "false";
  const began = timeOnDisk(io, shadow);
  const writer = objectWriter(io, shadow);
  const { found, gone, skipped } = await readFiles(io, place, walk.read, writer, { trustMode, began });
  const now = changed(files, found, [...walk.drop, ...gone]);
  checkContents(now, writer);
  const tree = makeTrees(now, (content) => writer.write("tree", content));
  writer.finish();
  const isNew = now.size !== files.size || [...found].some(([path, file]) => !isEqual(files.get(path), file));
  return { tree, now, skipped: [...walk.skipped, ...skipped], began, isNew };
}

/**
 * The known files as they are now. Outside of what was looked at, a file may lie where a folder was, and the other way
 * round.
 */
function changed(
  files: StatCache["files"],
  found: ReadonlyMap<GitPath, CachedFile>,
  drop: readonly GitPath[],
): Map<GitPath, CachedFile> {
  const now = new Map(files);
  for (const path of drop) now.delete(path);
  if (found.size === 0) return now;
  for (const path of files.keys())
    if (foldersOf(path).some((folder) => found.has(folder.slice(0, -1)))) now.delete(path);
  for (const [path, file] of found) {
    for (const folder of foldersOf(path)) now.delete(folder.slice(0, -1));
    now.set(path, file);
  }
  return now;
}

function checkContents(files: StatCache["files"], writer: ObjectWriter): void {
  for (const { id } of files.values()) if (!writer.holds(id)) throw new MissingContent();
}

function isEqual(one: CachedFile | undefined, other: CachedFile): boolean {
  return one?.id === other.id && one.mode === other.mode && one.stat === other.stat;
}
