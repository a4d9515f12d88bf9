import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { fileSignature, writeCaptureState } from "../git/capture-state.ts";
import { coverageText, keepCoverage } from "../coverage.ts";
import type { Capture, CaptureOptions, Skipped } from "../engine.ts";
import { type GitPath } from "../git-path.ts";
import { lastTrees } from "../journal/last-trees.ts";
import { linkFinder } from "../git/list-changes.ts";
import type { Place } from "../place.ts";
import { forgetIndex } from "../git/private-index.ts";
import { readGitConfig } from "../../worktree/read-git-config.ts";
import { checkAmount } from "../record/recording-limits.ts";
import { sourceIndexOf } from "../source/tracked-by-source.ts";
import { MissingContent, buildTree, type IndexRow } from "./build-tree.ts";
import { changeRows } from "./change-rows.ts";
import { holdsFile } from "./diff-trees.ts";
import { readIndexFile, writeIndexFile, type IndexFile, type Row } from "./index-file.ts";
import { objectWriter, type ObjectWriter } from "./object-writer.ts";
import { objectReader } from "./object-reader.ts";
import { diskAt, type Disk } from "./on-disk.ts";
import { outsideRules } from "./outside-rules.ts";
import { STAMP_BYTES, STAT_BYTES, modeIn, modeOf, modifiedAt, stampOf } from "./stamp.ts";
import { storeContent } from "./store-content.ts";
import { readWalkStates, writeWalkStates, type WalkState } from "./walk-state.ts";
import { walkWorktree, type Walk } from "./walk-worktree.ts";

/**
 * Writes the present files as a tree without git: one walk by inode data, then only what differs is read. The index
 * file is git's own, so the next capture may be either engine's.
 */
export async function jsCapture(io: Io, place: Place, options: CaptureOptions): Promise<Capture> {
  try {
    return await capture(io, place, options);
  } catch (error) {
    if (!(error instanceof MissingContent) || !forgetIndex(place)) throw error;
    return capture(io, place, options);
  }
}

async function capture(io: Io, place: Place, { prefix, maxFileSize, only }: CaptureOptions): Promise<Capture> {
  const now = io.now().getTime();
  const { root } = place.worktree;
  const disk = diskAt(root);
  const index = readIndexFile(place);
  const states = readWalkStates(place.shadow, index.checksum);
  // As git found out about this file system: false where it keeps no executable bit.
  const trustMode = readGitConfig(join(place.shadow, "config"), io.env).get("core.filemode") !== "false";

  let walk: Walk;
  let seen: (Pick<WalkState, "source"> & { readonly outside: string }) | undefined;
  if (only && index.checksum !== "") walk = lookAt(only, root, disk, index);
  else {
    const sourceIndex = sourceIndexOf(place, 20);
    const sourceSignature = fileSignature(sourceIndex.file);
    const outside = outsideRules(io, place);
    const trust = { trustMode, trustInode: io.platform !== "win32" };
    const context = {
      root,
      disk,
      index,
      outside,
      source: sourceIndex,
      sourceSignature,
      state: states[prefix],
      trust,
      maxFileSize,
      now,
    };
    walk = walkWorktree({ ...context, recorded: new Set() }, prefix);
    const recorded = await recordedLately(place, walk.large);
    if (recorded.size > 0) walk = walkWorktree({ ...context, recorded }, prefix);
    seen = { outside: outside.text, source: sourceSignature };
    const added = walk.read.filter(({ known }) => !known);
    checkAmount(
      io,
      place,
      added.length,
      added.reduce((sum, { size }) => sum + size, 0),
    );
  }

  const writer = objectWriter(io, place.shadow, "sha1", true);
  const { found, gone, skipped } = await readFiles(io, place, disk, walk, writer, trustMode);
  const drop = new Set([...walk.drop.map(({ path }) => path), ...gone]);
  const second = Math.floor(now / 1000);
  const worthWriting = drop.size > 0 || found.some((row) => row.isNew || modifiedAt(row) < second);
  const left = [...walk.skipped, ...skipped];
  let scopes = states;
  if (seen) {
    const last = states[prefix];
    const coverage = coverageText({
      outside: seen.outside,
      rules: walk.unrecorded,
      forced: [...walk.forced],
      skipped: left.map(({ path }) => path),
    });
    const coverageId = keepCoverage(
      place.shadow,
      coverage,
      last && { text: last.coverage, id: last.coverageId },
      io.pid,
    );
    scopes = { ...states, [prefix]: { coverage, coverageId, source: seen.source, rules: walk.rules } };
  }
  const result = { skipped: left, ...(seen && { coverage: scopes[prefix]!.coverageId }) };
  if (!worthWriting && index.trees.id !== undefined) {
    // The same tree, and what of it is gone is written again.
    buildTree((n) => indexRow(index.rows[n]), index.trees, new Set(), writer);
    writer.finish();
    if (JSON.stringify(scopes) !== JSON.stringify(states))
      writeWalkStates(place.shadow, { checksum: index.checksum, scopes }, io.pid);
    return { tree: index.trees.id, ...result };
  }
  const { rows, changed } = changeRows(index, found, drop);
  const trees = buildTree((n) => indexRow(rows[n]), index.trees, changed, writer);
  writer.finish();
  // The shared index then stays: the next capture comes by these files, and holds them against the ignore rules.
  if (!seen && index.checksum !== "") return { tree: trees.id!, ...result };
  const checksum = writeIndexFile(io, place, rows, trees, second);
  // The other engine finds out for itself which rules held.
  writeCaptureState(place.shadow, { checksum, tree: trees.id!, forced: [], absent: [], scopes: {} }, io.pid);
  writeWalkStates(place.shadow, { checksum, scopes }, io.pid);
  return { tree: trees.id!, ...result };
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

function indexRow(row: Row | undefined): IndexRow | undefined {
  return (
    row && {
      path: row.path,
      mode: modeIn(row),
      id: row.bytes.toString("latin1", row.at + STAT_BYTES, row.at + STAMP_BYTES),
    }
  );
}

/** For an operation that knows which files it touched: these, whatever the rules and their size. */
function lookAt(paths: readonly GitPath[], root: string, disk: Disk, index: IndexFile): Walk {
  const walk: Walk = { read: [], drop: [], skipped: [], large: [], rules: {}, unrecorded: {}, forced: new Set() };
  const wanted = new Set(paths);
  const known = new Map(index.rows.filter(({ path }) => wanted.has(path)).map((row) => [row.path, row]));
  const behindLink = linkFinder(root);
  for (const path of wanted) {
    const row = known.get(path);
    const found = behindLink(path) ? "gone" : disk.look(path);
    if (found === "cannot be reached") walk.skipped.push({ path, why: found });
    else if (found !== "gone" && (found.isFile() || found.isSymbolicLink()))
      walk.read.push({ path, known: row, size: found.size });
    else {
      if (row) walk.drop.push(row);
      if (found !== "gone" && !found.isDirectory()) walk.skipped.push({ path, why: "not a regular file or symlink" });
    }
  }
  return walk;
}

/** A row as it is now; `isNew` unless the index holds the very same. */
interface FoundRow extends Row {
  readonly isNew: boolean;
}

async function readFiles(
  io: Io,
  place: Place,
  disk: Disk,
  { read }: Walk,
  writer: ObjectWriter,
  trustMode: boolean,
): Promise<{ found: FoundRow[]; gone: GitPath[]; skipped: Skipped[] }> {
  const found: FoundRow[] = [];
  const gone: GitPath[] = [];
  const skipped: Skipped[] = [];
  for (const [done, { path, known }] of read.entries()) {
    io.progress?.({ doing: "Recording files", done, total: read.length, unit: "files" });
    const stored = await storeContent(io, place.shadow, disk.path(path), writer);
    if (stored === "gone") gone.push(path);
    else if (typeof stored === "string") skipped.push({ path, why: stored });
    else {
      const mode =
        trustMode || stored.stats.isSymbolicLink()
          ? modeOf(Number(stored.stats.mode))
          : known && modeIn(known) !== 0o120000
            ? modeIn(known)
            : 0o100644;
      const stamp = stampOf(stored.stats, stored.id, mode);
      found.push({
        path,
        ...stamp,
        isNew: !known || !stamp.bytes.equals(known.bytes.subarray(known.at, known.at + stamp.bytes.length)),
      });
    }
  }
  return { found, gone, skipped };
}
