import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { publishIndex, sharedIndex } from "../git/private-index.ts";
import { extensionsOf } from "../source/read-index.ts";
import { NO_CACHE, encodeCacheTree, parseCacheTree, type CacheTree } from "./cache-tree.ts";
import { STAMP_BYTES, modifiedAt, type Stamp } from "./stamp.ts";

/** One file as the index knows it. */
export interface Row extends Stamp {
  readonly path: GitPath;
}

/** The index that both engines share; version 2 of git's format. */
export interface IndexFile {
  /** Sorted by path, byte for byte. */
  readonly rows: readonly Row[];
  readonly trees: CacheTree;
  /** git's checksum of all that, its name, so to say; "" where there is no index. */
  readonly checksum: string;
  /** A file modified in this second or later may have changed without a trace: git calls the entry racy. */
  isRacy(row: Stamp): boolean;
}

const ID_BYTES = 20;

const NO_INDEX: IndexFile = { rows: [], trees: NO_CACHE, checksum: "", isRacy: () => true };

export function readIndexFile(place: Place): IndexFile {
  const file = sharedIndex(place);
  // before it is read: an older time only makes more entries racy
  const written = statSync(file, { throwIfNoEntry: false });
  const bytes = written && read(file);
  const found = bytes && rowsOf(bytes);
  if (!found) return NO_INDEX;
  const { rows, end } = found;
  if (!bytes.subarray(-ID_BYTES).equals(checksumOf(bytes.subarray(0, -ID_BYTES)))) return NO_INDEX; // damaged
  const extensions = new Map(extensionsOf(bytes, end, ID_BYTES));
  const cacheTree = extensions.get("TREE");
  if (extensions.has("link") || extensions.has("sdir")) return NO_INDEX; // not everything is in it
  // One from the future, which a clock that ran ahead left, vouches for nothing.
  const second = written.mtimeMs > written.ctimeMs ? 0 : Math.floor(written.mtimeMs / 1000);
  return {
    rows,
    trees: cacheTree ? parseCacheTree(cacheTree, ID_BYTES) : NO_CACHE,
    checksum: bytes.toString("hex", bytes.length - ID_BYTES),
    isRacy: (row) => modifiedAt(row) >= second,
  };
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The shadow's index is always of version 2 and holds plain files only; what is not is no index of ours. */
function rowsOf(bytes: Buffer): { readonly rows: Row[]; readonly end: number } | undefined {
  if (bytes.length < 12 + ID_BYTES || bytes.toString("latin1", 0, 8) !== "DIRC\0\0\0\x02") return undefined;
  const text = bytes.toString("latin1"); // once: a path is then a piece of it, without a copy
  const count = bytes.readUInt32BE(8);
  const rows: Row[] = [];
  let at = 12;
  for (let n = 0; n < count; n += 1) {
    const name = at + STAMP_BYTES + 2;
    if (name > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(name - 2);
    if (flags & 0x3000) return undefined; // a merge conflict
    const length = flags & 0xfff;
    const end = length < 0xfff ? name + length : text.indexOf("\0", name); // a longer one does not fit there
    rows.push({ path: text.slice(name, end), bytes, at });
    at += (end - at + 8) & ~7; // padded with NULs to a multiple of eight, at least one
  }
  return { rows, end: at };
}

let counter = 0;

/**
 * Puts a new index in the place of the shared one, whole; gives its checksum. It is dated back to the second in which
 * the capture began: whatever changed since then is racy, however long the capture took.
 */
export function writeIndexFile(io: Io, place: Place, rows: readonly Row[], trees: CacheTree, began: number): string {
  counter += 1;
  const own = join(place.shadow, "tmp", `${io.pid}-${io.now().getTime().toString(36)}-js${counter}.index`);
  const bytes = encode(rows, encodeCacheTree(trees));
  try {
    writeFileSync(own, bytes, { mode: 0o600 });
    const second = Math.min(began, Math.floor(statSync(own).mtimeMs / 1000)); // our clock may be ahead of the disk's
    utimesSync(own, second, second);
    publishIndex(place, own);
  } finally {
    rmSync(own, { force: true });
  }
  return bytes.toString("hex", bytes.length - ID_BYTES);
}

/** Version 2 (gitformat-index): header, entries padded with NULs to eight bytes, the TREE extension, a checksum. */
function encode(rows: readonly Row[], trees: Buffer): Buffer {
  const lengthOf = ({ path }: Row) => (STAMP_BYTES + 2 + path.length + 8) & ~7;
  const extension = rows.reduce((sum, row) => sum + lengthOf(row), 12);
  const end = extension + 8 + trees.length;
  const index = Buffer.alloc(end + ID_BYTES);
  index.write("DIRC", "latin1");
  index.writeUInt32BE(2, 4);
  index.writeUInt32BE(rows.length, 8);
  let at = 12;
  for (const row of rows) {
    row.bytes.copy(index, at, row.at, row.at + STAMP_BYTES);
    index.writeUInt16BE(Math.min(row.path.length, 0xfff), at + STAMP_BYTES);
    index.write(row.path, at + STAMP_BYTES + 2, "latin1");
    at += lengthOf(row);
  }
  index.write("TREE", extension, "latin1");
  index.writeUInt32BE(trees.length, extension + 4);
  trees.copy(index, extension + 8);
  checksumOf(index.subarray(0, end)).copy(index, end);
  return index;
}

function checksumOf(bytes: Buffer): Buffer {
  return createHash("sha1").update(bytes).digest();
}
