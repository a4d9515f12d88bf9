import type { Io } from "../../kit/io.ts";
import { coverageText, keepCoverage, type CoverageId } from "../coverage.ts";
import type { Capture, CaptureOptions } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { lastTrees } from "../journal/last-trees.ts";
import type { Place } from "../place.ts";
import { checkAmount } from "../record/recording-limits.ts";
import { linkFinder, look } from "../source/on-disk.ts";
import { sourceIndexOf, type SourceIndex } from "../source/tracked-by-source.ts";
import { holdsFile } from "./diff-trees.ts";
import { objectReader } from "./object-reader.ts";
import { outsideRules, type OutsideRules } from "./outside-rules.ts";
import { MissingContent, recordWalk } from "./record-walk.ts";
import { forgetStatCache, readStatCache, writeStatCache, type StatCache } from "./stat-cache.ts";
import { walkWorktree } from "./walk-worktree.ts";
import { emptyWalk, type Walk, type WalkContext } from "./walk.ts";

const NO_CACHE: StatCache = { files: new Map(), trees: [], began: 0, scopes: {} };

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
  const stored = readStatCache(place.shadow, io.now());
  if (options.only && stored) return captureOnly(io, place, options.only, stored);
  const cache = stored ?? NO_CACHE;
  const source = sourceIndexOf(place, 20);
  const sourceSignature = source.signature(); // before the walk: what comes in between shows at the next capture
  const outside = outsideRules(io, place);
  const walk = await walkAll(io, place, options, cache, source, outside);
  const { now, skipped } = await recordWalk(io, place, walk, cache);

  const last = cache.scopes[options.prefix];
  const coverage = coverageText({
    outside: outside.text,
    rules: walk.unrecorded,
    forced: [...walk.forced],
    skipped: skipped.map(({ path }) => path),
  });
  const known = last && { text: last.coverage, id: last.coverageId };
  const coverageId: CoverageId = keepCoverage(place.shadow, coverage, known, io.pid);
  const scope = { coverage, coverageId, source: sourceSignature, rules: walk.rules };
  if (now !== cache || JSON.stringify(scope) !== JSON.stringify(last))
    writeStatCache(place.shadow, { ...now, scopes: { ...cache.scopes, [options.prefix]: scope } }, io.pid);
  return { tree: now.trees.at(-1)!, skipped, coverage: coverageId };
}

/** The cache stays as it is: the next capture comes by these files, and holds them against the ignore rules. */
async function captureOnly(io: Io, place: Place, only: readonly GitPath[], cache: StatCache): Promise<Capture> {
  const { now, skipped } = await recordWalk(io, place, lookAt(only, place.worktree.root, cache.files), cache);
  return { tree: now.trees.at(-1)!, skipped };
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
