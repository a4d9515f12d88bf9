import { closeSync, openSync, statSync, utimesSync, writeSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import { onDisk, type GitPath } from "../git-path.ts";
import { createHash } from "../lazy-crypto.ts";
import type { Place } from "../place.ts";
import { changedIndex } from "../private-index.ts";
import { readBytes } from "../read-bytes.ts";
import { MissingContent, buildTree } from "./build-tree.ts";
import type { CacheTree } from "./cache-tree.ts";
import { readPlaces, writePlaces } from "./index-places.ts";
import { changeIndex, encodeIndex, mapIndex, rowsOf, type MappedIndex } from "./mapped-index.ts";
import { objectWriter, type ObjectWriter } from "./object-writer.ts";
import { readContent } from "./read-content.ts";
import { stampOf } from "./stamp.ts";

/** Bytes that are held in memory together. */
const PATIENCE = 32 * 1024 * 1024;

/** Names that git may refuse, or that mean something to it. */
const ODD = /(?:^|\/)\.git(?:modules)?(?:\/|$)/i;

export interface IndexChanges {
  /** The index to begin with; it is only read. */
  readonly index: string;
  /** Taken out. */
  readonly gone: readonly GitPath[];
  /** Read from the worktree. */
  readonly present: readonly GitPath[];
  /** The name of the places of its entries, where it is known. */
  readonly places?: string | undefined;
  /** Seconds: when the look at the worktree began that found every other file as the index has it. */
  readonly began: number;
}

export interface StoredChanges {
  readonly tree: ObjectId;
  /** A new index beside the old one. */
  readonly index: string;
  /** Its last bytes, in hexadecimal. */
  readonly checksum: string;
  /** The name of the places of its entries. */
  readonly places: string;
}

/**
 * Does for a few files what `git update-index` and `git write-tree` do: stores what they hold, writes the trees above
 * them and a new index. `undefined` where anything is out of the ordinary; that is git's to decide, and nothing was named.
 */
export default function storeChanges(io: Io, place: Place, idBytes: 20 | 32, { index: file, gone, present, places, began }: IndexChanges): StoredChanges | undefined {
  const known = places === undefined ? undefined : readPlaces(place.shadow, places);
  const before = mapIndex(readBytes(file), idBytes, known);
  if (!before) return undefined;
  const writer = objectWriter(io, place.shadow, idBytes === 32 ? "sha256" : "sha1", false);
  const stamps = readFiles(place.worktree.root, gone, present, writer);
  const changed = stamps && changeIndex(before, stamps);
  if (!changed) return undefined;
  const trees = treesOf(changed.index, changed.folders, writer);
  if (trees?.id === undefined) return undefined;
  writer.finish();
  const isKnown = places !== undefined && changed.index.places === known;
  return { tree: trees.id, places: isKnown ? places : writePlaces(place.shadow, changed.index.places, io.pid), ...writeIndex(changedIndex(file), changed.index, trees, began) };
}

/** What the index is to say of each path; `undefined` where one cannot be read as it stands. */
function readFiles(root: string, gone: readonly GitPath[], present: readonly GitPath[], writer: ObjectWriter): Map<GitPath, Buffer | undefined> | undefined {
  const stamps = new Map<GitPath, Buffer | undefined>(gone.map((path) => [path, undefined]));
  let bytes = 0;
  for (const path of present) {
    const found = ODD.test(path) ? undefined : readContent(onDisk(root, path));
    if (typeof found !== "object" || !found.content) return undefined;
    bytes += found.content.length;
    if (bytes > PATIENCE) return undefined;
    stamps.set(path, stampOf(found.stats, writer.write("blob", found.content)).bytes);
  }
  return stamps;
}

function treesOf(index: MappedIndex, folders: ReadonlySet<GitPath>, writer: ObjectWriter): CacheTree | undefined {
  try {
    return buildTree(rowsOf(index), index.trees, folders, writer);
  } catch (error) {
    if (error instanceof MissingContent) return undefined;
    throw error;
  }
}

/**
 * The new index is dated back to the second in which the look began, by the earlier of two clocks: what was modified
 * since then git compares by content, and what it compared just now is older.
 */
function writeIndex(file: string, index: MappedIndex, trees: CacheTree, began: number): Pick<StoredChanges, "index" | "checksum"> {
  const parts = encodeIndex(index, trees);
  const hash = createHash(index.idBytes === 32 ? "sha256" : "sha1");
  for (const part of parts) hash.update(part);
  const checksum = hash.digest();
  const fd = openSync(file, "wx", 0o600);
  try {
    for (const part of [...parts, checksum]) for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
  } finally {
    closeSync(fd);
  }
  const second = Math.min(began, Math.floor(statSync(file).mtimeMs / 1000));
  utimesSync(file, second, second);
  return { index: file, checksum: checksum.toString("hex") };
}
