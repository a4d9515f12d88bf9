import { closeSync, openSync, statSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { runProcess, type ProcessResult } from "../../kit/run-process.ts";
import { withV8Flags } from "../../kit/with-v8-flags.ts";
import { convertedPaths } from "./converted-paths.ts";
import type { GitPath } from "../git-path.ts";
import { createHash } from "../lazy-crypto.ts";
import type { Place } from "../place.ts";
import { HEADER, STAT_BYTES, modeOfEntry, sizeOfEntry, type GitIndex, type IndexEntry } from "../read-index.ts";
import { shadowEnvironment } from "../shadow-git.ts";
import type { SourceIndex } from "../tracked-by-source.ts";
import { writePlaces } from "./index-places.ts";
import type { StoredChanges } from "./store-changes.ts";

const REGULAR = 0o100644;
const EXECUTABLE = 0o100755;
const SYMLINK = 0o120000;

/** The id of the content that is none: of such a file git is sure although its size is 0. */
const EMPTY: Record<20 | 32, string> = { 20: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", 32: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813" };

/** Bytes of an index whose entries are so many that it pays to have V8 optimize the loops over them. */
const LONG = 4 * 1024 * 1024;

export interface Seeded {
  /** What was put into the index. */
  readonly paths: readonly GitPath[];
  /** Whether that is everything that the source tracks. */
  readonly isAll: boolean;
  /**
   * The tree that it makes, and what is known of the index, where all of it is there. To be asked once a look at the worktree
   * that began in this second (by our clock) found every file as the index has it: the index is dated so.
   */
  stored?(began: number): StoredChanges;
}

const NOTHING: Seeded = { paths: [], isAll: false };

/**
 * Begins the first index with what the source's git already hashed: its contents are copied into a pack of our own and
 * its stat data vouches for unchanged files, so that a clean worktree is recorded without reading it. Only a head start:
 * whatever is doubtful is left out, and then hashed from disk like any new file.
 */
export default function seedIndex(io: Io, place: Place, idBytes: 20 | 32, source: SourceIndex, index: string): Seeded {
  const seed = () => seedFrom(io, place, idBytes, source, index);
  return isLong(source.file) ? seed() : withV8Flags("script-once", seed);
}

function isLong(file: string): boolean {
  try {
    return statSync(file).size > LONG;
  } catch {
    return false; // there is none
  }
}

function seedFrom(io: Io, place: Place, idBytes: 20 | 32, source: SourceIndex, index: string): Seeded {
  const found = source.read();
  if (!found || found.partial) return NOTHING;
  const files = filesIn(found);
  const converted = convertedPaths(io, place, files.length === found.paths.length ? found.paths : files.map((n) => found.paths[n]!));
  if (files.length === 0 || !converted) return NOTHING;
  const ids = idsOf(found, files, idBytes);
  const all = ids.concat(found.trees);
  const asked = linesOf(all);
  const sizes = sizesInSource(io, place, asked);
  // Of the trees; of the contents the loop tells.
  let isWhole = areThere(sizes, ids.length, all.length);
  const kept: number[] = [];
  const sure: string[] = [];
  for (let at = 0; at < files.length; at += 1) {
    const n = files[at]!;
    const size = sizeOfEntry(found.bytes, found.places[n]!);
    // Another size than the file's: line ends were converted. No size: the object is missing, as in a partial clone.
    if (Number(sizes[at] || Number.NaN) !== size) {
      isWhole &&= isSize(sizes[at]);
      continue;
    }
    if (converted.size > 0 && converted.has(found.paths[n]!)) continue;
    // git stores the size 0 where it is not sure itself.
    if ((size === 0 && ids[at] !== EMPTY[idBytes]) || !(found.isPlain || vouches(found.entries[n]!))) continue;
    kept.push(n);
    sure.push(ids[at]!);
  }
  // The trees of unchanged folders come along, so that the first tree is mostly there already; but only with everything
  // that is in them: a tree that names what is not there would be a broken store.
  isWhole &&= found.isPlain || !files.some((n) => found.entries[n]!.skipWorktree);
  if (kept.length === 0 || !copyObjects(io, place, isWhole ? asked : linesOf(sure))) return NOTHING;
  const isAll = kept.length === found.paths.length;
  const isCopied = isAll && found.isPlain;
  const checksum = writeIndex(index, found, kept, isCopied, isCopied && isWhole, idBytes);
  // A file changed in the very second in which the source's index was written may look unchanged. git knows that by
  // comparing times with the index, so ours must not look younger than the one that the stat data comes from.
  const written = secondOf(index);
  date(index, secondOf(source.file));
  const seeded = { paths: isAll ? found.paths : kept.map((n) => found.paths[n]!), isAll };
  if (!isCopied || !isWhole || found.root === undefined) return seeded;
  const tree = found.root;
  return {
    ...seeded,
    stored(began) {
      date(index, Math.min(began, written));
      return { tree, index, checksum, places: writePlaces(place.shadow, found.places, io.pid) };
    },
  };
}

/** When a file was written, in whole seconds. */
function secondOf(file: string): number {
  return Math.floor(statSync(file).mtimeMs / 1000);
}

function date(file: string, second: number): void {
  utimesSync(file, second, second);
}

/** Numbers of the entries that stand for files and symlinks. */
function filesIn({ bytes, places, paths }: GitIndex): number[] {
  const files: number[] = [];
  for (let n = 0; n < paths.length; n += 1) {
    const mode = modeOfEntry(bytes, places[n]!);
    if (mode === REGULAR || mode === EXECUTABLE || mode === SYMLINK) files.push(n);
  }
  return files;
}

function idsOf({ bytes, places }: GitIndex, files: readonly number[], idBytes: 20 | 32): string[] {
  const hex = bytes.toString("hex"); // once: an id is then a piece of it, without a copy
  return files.map((n) => hex.slice((places[n]! + STAT_BYTES) * 2, (places[n]! + STAT_BYTES + idBytes) * 2));
}

/** Whether an entry says something about the file on disk. */
function vouches({ stage, skipWorktree, intentToAdd }: IndexEntry): boolean {
  return stage === 0 && !skipWorktree && !intentToAdd;
}

/** Sizes of objects in the source as git writes them, in the order asked; `ID missing` where one is not there. */
function sizesInSource(io: Io, place: Place, ids: Buffer): string[] {
  return withSource(io, place, ["cat-file", "--batch-check=%(objectsize)", "--buffer"], ids).stdout.toString("latin1").split("\n");
}

/** Whether there is a size for each of some objects. */
function areThere(sizes: readonly string[], from: number, to: number): boolean {
  for (let n = from; n < to; n += 1) if (!isSize(sizes[n])) return false;
  return true;
}

function isSize(line: string | undefined): boolean {
  return line !== undefined && line !== "" && !line.includes(" ");
}

/** Copies objects from the source into one pack of ours, compressed as they are there. */
function copyObjects(io: Io, place: Place, ids: Buffer): boolean {
  io.progress?.({ doing: "Copying what git already has", done: 0, total: 0, unit: "files" });
  // --window=0: no search for new deltas, those of the source are taken over.
  const args = ["pack-objects", "-q", "--window=0", "--threads=1", join(place.shadow, "objects", "pack", "pack")];
  return withSource(io, place, ["-c", "core.compression=1", ...args], ids).status === 0;
}

/** As git takes names of objects. */
function linesOf(ids: readonly string[]): Buffer {
  return Buffer.from(`${ids.join("\n")}\n`, "latin1");
}

/** Shows git the source's objects for one process that only reads them: it must never write while it sees them. */
function withSource(io: Io, place: Place, args: readonly string[], input: Buffer): ProcessResult {
  const objects = join(place.worktree.commonDir, "objects");
  const quoted = `"${objects.replace(/[\\"]/g, "\\$&")}"`; // the list is split at colons, unless quoted
  const env = { ...shadowEnvironment(io, place), GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted };
  return runProcess("git", args, { env, cwd: place.worktree.root, input, timeout: 600_000, timeLeft: io.timeLeft });
}

/**
 * A version 2 index with the entries' stat data and ids; no flag of theirs (assume-unchanged) is taken over. Where all
 * entries of the source's come over as they are, what it knows about their trees does too, if we have those trees.
 * Gives its checksum, in hexadecimal.
 */
function writeIndex(file: string, index: GitIndex, kept: readonly number[], isCopied: boolean, hasTrees: boolean, idBytes: 20 | 32): string {
  const head = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  head.writeUInt32BE(kept.length, 8);
  const entries = isCopied ? [index.bytes.subarray(HEADER, index.places.at(-1))] : [Buffer.concat(kept.map((n) => entryOf(index, n, idBytes)))];
  const trees = hasTrees && index.cacheTree.length > 0 ? [Buffer.from("TREE\0\0\0\0", "latin1"), index.cacheTree] : [];
  trees[0]?.writeUInt32BE(index.cacheTree.length, 4);
  const parts = [head, ...entries, ...trees];
  const hash = createHash(idBytes === 32 ? "sha256" : "sha1");
  for (const part of parts) hash.update(part);
  const checksum = hash.digest();
  const fd = openSync(file, "w", 0o600);
  try {
    for (const part of [...parts, checksum]) for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
  } finally {
    closeSync(fd);
  }
  return checksum.toString("hex");
}

function entryOf({ bytes, places, paths }: GitIndex, n: number, idBytes: 20 | 32): Buffer {
  const path = paths[n]!;
  const at = places[n]!;
  const fixed = STAT_BYTES + idBytes;
  const entry = Buffer.alloc((fixed + 2 + path.length + 8) & ~7); // padded with NULs, at least one
  bytes.copy(entry, 0, at, at + fixed);
  entry.writeUInt16BE(Math.min(path.length, 0xfff), fixed);
  entry.write(path, fixed + 2, "latin1");
  return entry;
}
