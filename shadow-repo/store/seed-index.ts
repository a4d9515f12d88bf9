import { closeSync, openSync, statSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { runProcess, type ProcessResult } from "../../kit/run-process.ts";
import { convertedPaths } from "./converted-paths.ts";
import type { GitPath } from "../git-path.ts";
import { createHash } from "../lazy-crypto.ts";
import type { Place } from "../place.ts";
import type { GitIndex, IndexEntry } from "../read-index.ts";
import { shadowEnvironment } from "../shadow-git.ts";
import type { SourceIndex } from "../tracked-by-source.ts";

const FILE_TYPES = [0o100644, 0o100755, 0o120000];

/** The id of the content that is none: of such a file git is sure although its size is 0. */
const EMPTY: Record<20 | 32, string> = { 20: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", 32: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813" };

/** Bytes of an index before its first entry. */
const HEADER = 12;

export interface Seeded {
  /** What was put into the index. */
  readonly paths: readonly GitPath[];
  /** Whether that is everything that the source tracks. */
  readonly isAll: boolean;
}

const NOTHING: Seeded = { paths: [], isAll: false };

/**
 * Begins the first index with what the source's git already hashed: its contents are copied into a pack of our own and
 * its stat data vouches for unchanged files, so that a clean worktree is recorded without reading it. Only a head start:
 * whatever is doubtful is left out, and then hashed from disk like any new file.
 */
export default function seedIndex(io: Io, place: Place, idBytes: 20 | 32, source: SourceIndex, index: string): Seeded {
  const found = source.read();
  if (!found || found.partial) return NOTHING;
  const files = found.entries.filter(({ mode }) => FILE_TYPES.includes(mode));
  const converted = convertedPaths(io, place, files.map(({ path }) => path));
  if (files.length === 0 || !converted) return NOTHING;
  const ids = files.map(({ at }) => found.bytes.toString("hex", at + 40, at + 40 + idBytes));
  const sizes = sizesInSource(io, place, [...ids, ...found.trees]);
  // Another size than the file's: line ends were converted. No size: the object is missing, as in a partial clone.
  const isSure = (entry: IndexEntry, n: number) => vouches(entry, ids[n] === EMPTY[idBytes]) && sizes[n] === entry.size && !converted.has(entry.path);
  const sure = files.map(isSure);
  const kept = files.filter((_, n) => sure[n]);
  // The trees of unchanged folders come along, so that the first tree is mostly there already; but only with everything
  // that is in them: a tree that names what is not there would be a broken store.
  const isWhole = !sizes.some(Number.isNaN) && !files.some((entry) => entry.skipWorktree);
  const copied = isWhole ? [...ids, ...found.trees] : ids.filter((_, n) => sure[n]);
  if (kept.length === 0 || !copyObjects(io, place, copied)) return NOTHING;
  writeIndex(index, found, kept, isWhole, idBytes);
  // A file changed in the very second in which the source's index was written may look unchanged. git knows that by
  // comparing times with the index, so ours must not look younger than the one that the stat data comes from.
  const written = Math.floor(statSync(source.file).mtimeMs / 1000);
  utimesSync(index, written, written);
  return { paths: kept.map(({ path }) => path), isAll: kept.length === found.entries.length };
}

/** Whether an entry says something about the file on disk: git stores the size 0 where it is not sure itself. */
function vouches({ stage, size, skipWorktree, intentToAdd }: IndexEntry, isEmpty: boolean): boolean {
  return stage === 0 && (size > 0 || isEmpty) && !skipWorktree && !intentToAdd;
}

/** Sizes of objects in the source, in the order asked; no number (`NaN`) where one is missing. */
function sizesInSource(io: Io, place: Place, ids: readonly string[]): number[] {
  const { stdout } = withSource(io, place, ["cat-file", "--batch-check=%(objectsize)", "--buffer"], ids);
  const lines = stdout.toString("latin1").split("\n");
  return ids.map((_, n) => Number(lines[n] || Number.NaN)); // `ID missing` is no number either
}

/** Copies objects from the source into one pack of ours, compressed as they are there. */
function copyObjects(io: Io, place: Place, ids: readonly string[]): boolean {
  io.progress?.({ doing: "Copying what git already has", done: 0, total: 0, unit: "files" });
  // --window=0: no search for new deltas, those of the source are taken over.
  const args = ["pack-objects", "-q", "--window=0", "--threads=1", join(place.shadow, "objects", "pack", "pack")];
  return withSource(io, place, ["-c", "core.compression=1", ...args], ids).status === 0;
}

/** Shows git the source's objects for one process that only reads them: it must never write while it sees them. */
function withSource(io: Io, place: Place, args: readonly string[], ids: readonly string[]): ProcessResult {
  const objects = join(place.worktree.commonDir, "objects");
  const quoted = `"${objects.replace(/[\\"]/g, "\\$&")}"`; // the list is split at colons, unless quoted
  const env = { ...shadowEnvironment(io, place), GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted };
  return runProcess("git", args, { env, cwd: place.worktree.root, input: `${ids.join("\n")}\n`, timeout: 600_000 });
}

/**
 * A version 2 index with the entries' stat data and ids; no flag of theirs (assume-unchanged) is taken over. Where all
 * entries of the source's come over, what it knows about their trees does too, if we have those trees.
 */
function writeIndex(file: string, index: GitIndex, kept: readonly IndexEntry[], hasTrees: boolean, idBytes: 20 | 32): void {
  const isPlain = index.version === 2 && kept.length === index.entries.length && kept.every(({ at }) => index.bytes[at + 40 + idBytes]! < 0x80);
  const head = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  head.writeUInt32BE(kept.length, 8);
  const entries = isPlain ? [index.bytes.subarray(HEADER, index.end)] : kept.map((entry) => entryOf(index, entry, idBytes));
  const trees = isPlain && hasTrees && index.cacheTree.length > 0 ? [Buffer.from("TREE\0\0\0\0", "latin1"), index.cacheTree] : [];
  trees[0]?.writeUInt32BE(index.cacheTree.length, 4);
  const bytes = Buffer.concat([head, ...entries, ...trees]);
  const fd = openSync(file, "w", 0o600);
  try {
    for (const part of [bytes, createHash(idBytes === 32 ? "sha256" : "sha1").update(bytes).digest()]) {
      for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
    }
  } finally {
    closeSync(fd);
  }
}

function entryOf({ bytes }: GitIndex, { at, path }: IndexEntry, idBytes: 20 | 32): Buffer {
  const fixed = 40 + idBytes;
  const entry = Buffer.alloc((fixed + 2 + path.length + 8) & ~7); // padded with NULs, at least one
  bytes.copy(entry, 0, at, at + fixed);
  entry.writeUInt16BE(Math.min(path.length, 0xfff), fixed);
  entry.write(path, fixed + 2, "latin1");
  return entry;
}
