import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { runProcess, type ProcessResult } from "../kit/run-process.ts";
import { convertedPaths } from "./converted-paths.ts";
import type { GitPath } from "./git-path.ts";
import { createHash } from "./lazy-crypto.ts";
import type { Place } from "./place.ts";
import type { GitIndex, IndexEntry } from "./read-index.ts";
import { shadowEnvironment } from "./shadow-git.ts";
import type { SourceIndex } from "./tracked-by-source.ts";

const FILE_TYPES = [0o100644, 0o100755, 0o120000];

/**
 * Begins the first index with what the source's git already hashed: its contents are copied into a pack of our own and
 * its stat data vouches for unchanged files, so that a clean worktree is recorded without reading it. Only a head start:
 * whatever is doubtful is left out, and then hashed from disk like any new file. Gives the paths that it put in.
 */
export function seedIndex(io: Io, place: Place, idBytes: 20 | 32, source: SourceIndex, index: string): ReadonlySet<GitPath> {
  const none = new Set<GitPath>();
  const found = source.read();
  if (!found || found.partial) return none;
  const files = found.entries.filter(({ mode }) => FILE_TYPES.includes(mode));
  const converted = convertedPaths(io, place, files.map(({ path }) => path));
  if (files.length === 0 || !converted) return none;
  const ids = files.map(({ at }) => found.bytes.toString("hex", at + 40, at + 40 + idBytes));
  const sizes = sizesInSource(io, place, [...ids, ...found.trees]);
  // Another size than the file's: line ends were converted. No size: the object is missing, as in a partial clone.
  const isSure = (entry: IndexEntry, n: number) => vouches(entry) && sizes[n] === entry.size && !converted.has(entry.path);
  const sure = files.map(isSure);
  const kept = files.filter((_, n) => sure[n]);
  // The trees of unchanged folders come along, so that the first tree is mostly there already; but only with everything
  // that is in them: a tree that names what is not there would be a broken store.
  const isWhole = sizes.every((size) => size !== undefined) && !files.some((entry) => entry.skipWorktree);
  const copied = new Set(isWhole ? [...ids, ...found.trees] : ids.filter((_, n) => sure[n]));
  if (kept.length === 0 || !copyObjects(io, place, copied)) return none;
  writeFileSync(index, indexOf(found, kept, idBytes), { mode: 0o600 });
  // A file changed in the very second in which the source's index was written may look unchanged. git knows that by
  // comparing times with the index, so ours must not look younger than the one that the stat data comes from.
  const written = Math.floor(statSync(source.file).mtimeMs / 1000);
  utimesSync(index, written, written);
  return new Set(kept.map(({ path }) => path));
}

/** Whether an entry says something about the file on disk: git stores the size 0 where it is not sure itself. */
function vouches({ stage, size, skipWorktree, intentToAdd }: IndexEntry): boolean {
  return stage === 0 && size > 0 && !skipWorktree && !intentToAdd;
}

/** Sizes of objects in the source, in the order asked; `undefined` where one is missing. */
function sizesInSource(io: Io, place: Place, ids: readonly string[]): (number | undefined)[] {
  const { stdout } = withSource(io, place, ["cat-file", "--batch-check=%(objectsize)", "--buffer"], ids);
  const lines = stdout.toString("latin1").split("\n");
  return ids.map((_, n) => (/^\d+$/.test(lines[n] ?? "") ? Number(lines[n]) : undefined));
}

/** Copies objects from the source into one pack of ours, compressed as they are there. */
function copyObjects(io: Io, place: Place, ids: Iterable<string>): boolean {
  io.progress?.({ doing: "Copying what git already has", done: 0, total: 0, unit: "files" });
  // --window=0: no search for new deltas, those of the source are taken over.
  const args = ["pack-objects", "-q", "--window=0", "--threads=1", join(place.shadow, "objects", "pack", "pack")];
  return withSource(io, place, ["-c", "core.compression=1", ...args], [...ids]).status === 0;
}

/** Shows git the source's objects for one process that only reads them: it must never write while it sees them. */
function withSource(io: Io, place: Place, args: readonly string[], ids: readonly string[]): ProcessResult {
  const objects = join(place.worktree.commonDir, "objects");
  const quoted = `"${objects.replace(/[\\"]/g, "\\$&")}"`; // the list is split at colons, unless quoted
  const env = { ...shadowEnvironment(io, place), GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted };
  return runProcess("git", args, { env, cwd: place.worktree.root, input: `${ids.join("\n")}\n`, timeout: 600_000 });
}

/** A version 2 index with the entries' stat data and ids; no flag of theirs (assume-unchanged) is taken over. */
function indexOf({ bytes }: GitIndex, entries: readonly IndexEntry[], idBytes: number): Buffer {
  const fixed = 40 + idBytes;
  const lengthOf = ({ path }: IndexEntry) => (fixed + 2 + path.length + 8) & ~7;
  const end = entries.reduce((sum, entry) => sum + lengthOf(entry), 12);
  const index = Buffer.alloc(end + idBytes);
  index.write("DIRC", "latin1");
  index.writeUInt32BE(2, 4);
  index.writeUInt32BE(entries.length, 8);
  let at = 12;
  for (const entry of entries) {
    bytes.copy(index, at, entry.at, entry.at + fixed);
    index.writeUInt16BE(Math.min(entry.path.length, 0xfff), at + fixed);
    index.write(entry.path, at + fixed + 2, "latin1");
    at += lengthOf(entry);
  }
  createHash(idBytes === 32 ? "sha256" : "sha1").update(index.subarray(0, end)).digest().copy(index, end);
  return index;
}
