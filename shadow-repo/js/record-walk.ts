import type { Io } from "../../kit/io.ts";
import type { ObjectId, Skipped } from "../engine.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { hashOf } from "../hash-object.ts";
import type { Place } from "../place.ts";
import { makeTrees } from "../tree-object.ts";
import { fileSystemOf } from "./file-system.ts";
import { objectWriter, type ObjectWriter } from "./object-writer.ts";
import { readFiles } from "./read-files.ts";
import { timeOnDisk, type CachedFile, type StatCache } from "./stat-cache.ts";
import type { Walk } from "./walk.ts";

/** The cache names a content that is in no store of ours: it is thrown away, and begun anew. */
export class MissingContent extends Error {}

export interface Recorded {
  /** The cache itself where it knows all of this. */
  readonly now: StatCache;
  readonly skipped: readonly Skipped[];
}

/** Reads and stores what a walk found, and writes the trees of all files. */
export async function recordWalk(io: Io, place: Place, walk: Walk, cache: StatCache): Promise<Recorded> {
  const { shadow } = place;
  const writer = objectWriter(io, shadow);
  const isQuiet = walk.read.length === 0 && walk.drop.length === 0 && cache.trees.length > 0;
  if (isQuiet) {
    checkStored(cache, writer);
    return { now: cache, skipped: walk.skipped };
  }
  const { keepsMode } = fileSystemOf(io, shadow);
  const began = timeOnDisk(io, shadow);
  const { found, gone, skipped } = await readFiles(io, place, walk.read, writer, { keepsMode, began });
  const files = changed(cache.files, found, [...walk.drop, ...gone]);
  checkStored({ files, trees: [] }, writer);
  const trees = writeTrees(files, new Set(cache.trees), writer);
  writer.finish();
  const isKnown =
    files.size === cache.files.size && [...found].every(([path, file]) => isEqual(cache.files.get(path), file));
  const now = isKnown && cache.trees.length > 0 ? cache : { ...cache, files, trees, began };
  return { now, skipped: [...walk.skipped, ...skipped] };
}

/** Gives the ids of all trees, that at the top last. Those that are known and there are left as they are. */
function writeTrees(files: StatCache["files"], known: ReadonlySet<ObjectId>, writer: ObjectWriter): ObjectId[] {
  const trees: ObjectId[] = [];
  makeTrees(files, (content) => {
    const id = hashOf("tree", content, "sha1");
    if (!known.has(id) || !writer.holds(id)) writer.write("tree", content);
    trees.push(id);
    return id;
  });
  return trees;
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

function checkStored({ files, trees }: Pick<StatCache, "files" | "trees">, writer: ObjectWriter): void {
  const isThere = (id: ObjectId) => writer.holds(id);
  if (!trees.every(isThere) || ![...files.values()].every(({ id }) => isThere(id))) throw new MissingContent();
}

function isEqual(one: CachedFile | undefined, other: CachedFile): boolean {
  return one?.id === other.id && one.mode === other.mode && one.stat === other.stat;
}
