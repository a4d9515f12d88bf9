import { dirname, join } from "node:path";

import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { fileSignature } from "../read-disk.ts";
import { readIndex, type IndexEntry } from "./read-index.ts";

const SUBMODULE = 0o160000;

/** The source's index, which is read when it is first needed. */
export interface SourceIndex {
  /** A text that changes whenever git writes the index. */
  signature(): string;
  /**
   * Files that the source tracks in its worktree, including those in conflict, without submodules and files outside of
   * the sparse checkout.
   */
  tracked(): ReadonlyMap<GitPath, IndexEntry>;
}

export function sourceIndexOf(place: Place, idBytes: 20 | 32): SourceIndex {
  const file = `${place.worktree.gitDir}/index`; // each linked worktree has its own index
  let tracked: Map<GitPath, IndexEntry> | undefined;
  return {
    signature: () => fileSignature(file),
    tracked: () => (tracked ??= trackedIn(readEntries(file, idBytes) ?? [])),
  };
}

function trackedIn(entries: readonly IndexEntry[]): Map<GitPath, IndexEntry> {
  const tracked = new Map<GitPath, IndexEntry>();
  for (const entry of entries) {
    if (entry.path === "") continue; // an entry of a split index whose shared index is missing
    if (entry.mode !== SUBMODULE && !entry.skipWorktree && (entry.mode & 0o170000) !== 0o040000)
      tracked.set(entry.path, entry);
  }
  return tracked;
}

/**
 * The entries of a git index, including those that a split index (`core.splitIndex`) leaves in the shared index beside
 * it; `undefined` if the index cannot be read.
 */
export function readEntries(file: string, idBytes: 20 | 32): readonly IndexEntry[] | undefined {
  const index = readIndex(file, idBytes);
  const link = index?.extensions.get("link");
  if (!index || !link) return index?.entries;
  try {
    return joined(index.entries, link, dirname(file), idBytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Joins a split index with its shared index (gitformat-index). The extension `link` names the shared index and holds
 * two bitmaps of its entries: the deleted and the replaced ones. The replacing entries come first in the split index,
 * in the same order and without their names.
 */
function joined(entries: readonly IndexEntry[], link: Buffer, folder: string, idBytes: 20 | 32): readonly IndexEntry[] {
  const base = link.toString("hex", 0, idBytes);
  if (/^0*$/.test(base)) return entries;
  const shared = readIndex(join(folder, `sharedindex.${base}`), idBytes)?.entries ?? [];
  const [deletedEntries, next] = readBits(link, idBytes, shared.length);
  const [instead] = readBits(link, next, shared.length);
  let taken = 0;
  const keptEntries = shared.flatMap((entry, n) => {
    const own = instead.has(n) ? entries[taken++] : undefined;
    if (deletedEntries.has(n)) return [];
    return own ? [own.named(entry.path)] : [entry];
  });
  return [...keptEntries, ...entries.slice(taken)];
}

/**
 * The positions of the set bits in a bitmap of `count` bits that is compressed as EWAH, and the offset of its end. A
 * missing bitmap has no set bits.
 */
function readBits(bytes: Buffer, start: number, count: number): [bits: Set<number>, end: number] {
  const bits = new Set<number>();
  if (start >= bytes.length) return [bits, start];
  const end = start + 8 + bytes.readUInt32BE(start + 4) * 8;
  let bit = 0;
  for (let at = start + 8; at < end; ) {
    // A marker: the lowest bit is the bit that repeats, the next 32 bits count its words, and the rest counts the
    // literal words that follow.
    const marker = bytes.readBigUInt64BE(at);
    const run = Number((marker >> 1n) & 0xffffffffn) * 64;
    if ((marker & 1n) === 1n) for (let n = bit; n < Math.min(bit + run, count); n += 1) bits.add(n);
    bit += run;
    at += 8;
    for (let words = Number(marker >> 33n); words > 0; words -= 1, at += 8, bit += 64) {
      const word = bytes.readBigUInt64BE(at);
      for (let n = 0; n < 64; n += 1) if (((word >> BigInt(n)) & 1n) === 1n) bits.add(bit + n);
    }
  }
  return [bits, end + 4];
}
