import { createHash } from "node:crypto";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import type { GitPath } from "./git-path.ts";
import type { Place } from "./place.ts";
import { readIndex, type GitIndex, type IndexEntry } from "./read-index.ts";
import { commandOf, joinNul, shadowEnvironment, splitNul } from "./shadow-git.ts";
import { sourceEnvironment } from "./source-environment.ts";
import { sourceIndex } from "./tracked-by-source.ts";

/** Attributes that make the content in the source differ from the file's; line ends show in the size. */
const CONVERTING = ["filter", "ident", "working-tree-encoding"];

const FILE_TYPES = [0o100644, 0o100755, 0o120000];

/**
 * Begins the first index with what the source's git already hashed: its contents are copied into a pack of our own and
 * its stat data vouches for unchanged files, so that a clean worktree is recorded without reading it. Only a head start:
 * whatever is doubtful is left out, and then hashed from disk like any new file. Gives whether there is an index now.
 */
export function seedIndex(io: Io, place: Place, idBytes: 20 | 32, index: string): boolean {
  const file = sourceIndex(place);
  const source = readIndex(file, idBytes);
  if (!source || source.partial) return false;
  const candidates = source.entries.filter((entry) => entry.stage === 0 && FILE_TYPES.includes(entry.mode) && entry.size > 0 && !entry.skipWorktree && !entry.intentToAdd);
  const converted = convertedPaths(io, place, candidates);
  if (candidates.length === 0 || !converted) return false;
  const sizes = sizesInSource(io, place, source, idBytes, candidates);
  const kept = candidates.filter((entry) => !converted.has(entry.path) && sizes.get(idOf(source, entry, idBytes)) === entry.size);
  if (kept.length === 0 || !copyContents(io, place, [...new Set(kept.map((entry) => idOf(source, entry, idBytes)))])) return false;
  writeFileSync(index, indexOf(source, kept, idBytes), { mode: 0o600 });
  // A file changed in the very second in which the source's index was written may look unchanged. git knows that by
  // comparing times with the index, so ours must not look younger than the one that the stat data comes from.
  const written = Math.floor(statSync(file).mtimeMs / 1000);
  utimesSync(index, written, written);
  return true;
}

/** Paths that git converts between file and object, by all attributes that the user's git obeys; `undefined`: cannot tell. */
function convertedPaths(io: Io, place: Place, entries: readonly IndexEntry[]): Set<GitPath> | undefined {
  // Reading attributes starts no program; fsmonitor and hooks, which reading the index might, are off.
  const args = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "check-attr", "--stdin", "-z", ...CONVERTING];
  const result = runProcess("git", args, { env: sourceEnvironment(io), cwd: place.worktree.root, input: joinNul(entries.map(({ path }) => path)) });
  if (result.status !== 0) return undefined;
  const converted = new Set<GitPath>();
  const fields = splitNul(result.stdout); // path, attribute, value, path, …
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 2] !== "unspecified" && fields[at + 2] !== "unset") converted.add(fields[at]!);
  }
  return converted;
}

/** Sizes by id of those that the source holds. It is named for this one process only: git must never write through it. */
function sizesInSource(io: Io, place: Place, source: GitIndex, idBytes: number, entries: readonly IndexEntry[]): Map<string, number> {
  const sizes = new Map<string, number>();
  const input = [...new Set(entries.map((entry) => idOf(source, entry, idBytes)))].join("\n");
  const result = withSource(io, place, ["cat-file", "--batch-check", "--buffer"], `${input}\n`);
  for (const line of result.stdout.toString("latin1").split("\n")) {
    const [id, type, size] = line.split(" ");
    if (id && type === "blob") sizes.set(id, Number(size));
  }
  return sizes;
}

/** Copies contents from the source into one pack of ours, compressed as they are there. */
function copyContents(io: Io, place: Place, ids: readonly string[]): boolean {
  // --window=0: no search for new deltas, those of the source are taken over.
  const args = ["pack-objects", "-q", "--window=0", "--threads=1", join(place.shadow, "objects", "pack", "pack")];
  return withSource(io, place, ["-c", "core.compression=1", ...args], `${ids.join("\n")}\n`).status === 0;
}

function withSource(io: Io, place: Place, args: readonly string[], input: string): ReturnType<typeof runProcess> {
  const objects = join(place.worktree.commonDir, "objects");
  const quoted = `"${objects.replace(/[\\"]/g, "\\$&")}"`; // the list is split at colons, unless quoted
  const env = { ...shadowEnvironment(io, place), GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted };
  return runProcess("git", args, { env, cwd: place.worktree.root, input, timeout: commandOf(args) === "pack-objects" ? 600_000 : 60_000 });
}

function idOf({ bytes }: GitIndex, { at }: IndexEntry, idBytes: number): string {
  return bytes.toString("hex", at + 40, at + 40 + idBytes);
}

/** A version 2 index with the entries' stat data and ids; no flag of theirs (assume-unchanged) is taken over. */
function indexOf({ bytes }: GitIndex, entries: readonly IndexEntry[], idBytes: number): Buffer {
  const parts: Buffer[] = [Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1")];
  parts[0]!.writeUInt32BE(entries.length, 8);
  for (const { at, path } of entries) {
    const fixed = 40 + idBytes;
    const length = (fixed + 2 + path.length + 8) & ~7;
    const entry = Buffer.alloc(length);
    bytes.copy(entry, 0, at, at + fixed);
    entry.writeUInt16BE(Math.min(path.length, 0xfff), fixed);
    entry.write(path, fixed + 2, "latin1");
    parts.push(entry);
  }
  const content = Buffer.concat(parts);
  return Buffer.concat([content, createHash(idBytes === 32 ? "sha256" : "sha1").update(content).digest()]);
}
