import { foldersOf, type GitPath } from "../git-path.ts";
import { extensionsOf } from "../read-index.ts";
import type { IndexRow } from "./build-tree.ts";
import { NO_CACHE, encodeCacheTree, parseCacheTree, type CacheTree } from "./cache-tree.ts";
import { STAT_BYTES } from "./stamp.ts";

/** An index as it lies in its file: where each entry begins is all that was made of it. Version 2 of git's format. */
export interface MappedIndex {
  readonly bytes: Buffer;
  readonly idBytes: 20 | 32;
  /** Of each entry, and at last where the entries end. */
  readonly places: Uint32Array;
  readonly trees: CacheTree;
}

/** Bytes before the first entry. */
const HEADER = 12;

/** Bytes: about what the files of a folder take. */
const TOGETHER = 8 * 1024;

/** A long name's length does not fit into its entry. */
const LONG = 0xfff;

/** What may lie behind the entries: trees, and two tables that only help to read the entries faster. */
const EXTENSIONS = ["TREE", "EOIE", "IEOT"];

/**
 * `undefined` where an index holds more than plain files, or cannot be read.
 * @param known the places of its entries, where they were found before
 */
export function mapIndex(bytes: Buffer, idBytes: 20 | 32, known?: Uint32Array): MappedIndex | undefined {
  if (bytes.length < HEADER + idBytes || bytes.toString("latin1", 0, 8) !== "DIRC\0\0\0\x02") return undefined;
  const count = bytes.readUInt32BE(8);
  const limit = bytes.length - idBytes;
  const places = known?.length === count + 1 && known[count]! <= limit ? known : placesIn(bytes, count, idBytes, limit);
  if (!places) return undefined;
  const extensions = new Map(extensionsOf(bytes, places.at(-1)!, idBytes));
  if ([...extensions.keys()].some((name) => !EXTENSIONS.includes(name))) return undefined;
  const trees = extensions.get("TREE");
  return { bytes, idBytes, places, trees: trees ? parseCacheTree(trees, idBytes) : NO_CACHE };
}

function placesIn(bytes: Buffer, count: number, idBytes: 20 | 32, limit: number): Uint32Array | undefined {
  const fixed = STAT_BYTES + idBytes + 2;
  if (count * fixed > limit) return undefined;
  const places = new Uint32Array(count + 1);
  let at = HEADER;
  for (let n = 0; n < count; n += 1) {
    places[n] = at;
    const name = at + fixed;
    if (name >= limit) return undefined;
    const flags = (bytes[name - 2]! << 8) | bytes[name - 1]!;
    if (flags > LONG) return undefined; // a conflict, or a file that git is not to look at
    const end = flags < LONG ? name + flags : bytes.indexOf(0, name);
    at += (end - at + 8) & ~7; // padded with NULs to a multiple of eight, at least one
  }
  places[count] = at;
  return at <= limit ? places : undefined;
}

/**
 * Reads entries by their place; `undefined` past the last. Those that are asked for one after another are made into text
 * together, one character a byte: a path is then a piece of it, without a copy.
 */
export function rowsOf(index: MappedIndex): (n: number) => IndexRow | undefined {
  const { bytes, idBytes, places } = index;
  let start = 0;
  let text = "";
  let last = -1;
  return (n) => {
    if (n >= places.length - 1) return undefined;
    const end = places[n + 1]!;
    if (places[n]! < start || end > start + text.length) {
      start = places[n]!;
      text = bytes.toString("latin1", start, n === last + 1 ? Math.max(end, Math.min(start + TOGETHER, places.at(-1)!)) : end);
    }
    last = n;
    const at = places[n]! - start;
    const id = at + STAT_BYTES;
    const name = id + idBytes + 2;
    const mode = (text.charCodeAt(at + 26) << 8) | text.charCodeAt(at + 27); // two bytes of the four are always zero
    return { path: text.slice(name, text.indexOf("\0", name)), mode, id: text.slice(id, id + idBytes) };
  };
}

function pathAt({ bytes, idBytes, places }: MappedIndex, n: number): GitPath {
  const name = places[n]! + STAT_BYTES + idBytes + 2;
  return bytes.toString("latin1", name, bytes.indexOf(0, name));
}

/** Where the entry of a path is, or would be. */
function find(index: MappedIndex, path: GitPath): [n: number, isThere: boolean] {
  let low = 0;
  let high = index.places.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = pathAt(index, middle);
    if (found === path) return [middle, true];
    if (found < path) low = middle + 1;
    else high = middle;
  }
  return [low, false];
}

export interface ChangedIndex {
  /** `trees` is as before the change. */
  readonly index: MappedIndex;
  /** Folders whose trees are others now, `""` among them where there is any. */
  readonly folders: ReadonlySet<GitPath>;
}

/**
 * Puts new stamps into an index, or takes entries out; its bytes are changed in place where no entry comes or goes.
 * `undefined` where a file is to be where the index has a folder, or the other way round.
 */
export function changeIndex(index: MappedIndex, stamps: ReadonlyMap<GitPath, Buffer | undefined>): ChangedIndex | undefined {
  const { bytes, places, idBytes } = index;
  const folders = new Set<GitPath>();
  const added: GitPath[] = [];
  const parts = [bytes.subarray(0, HEADER)];
  let copied = HEADER;
  let count = places.length - 1;
  for (const [path, stamp] of [...stamps].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [n, isThere] = find(index, path);
    const at = places[n]!;
    if (isThere && stamp) {
      if (bytes.compare(stamp, 24, 28, at + 24, at + 28) !== 0 || bytes.compare(stamp, STAT_BYTES, stamp.length, at + STAT_BYTES, at + stamp.length) !== 0) touch(path);
      stamp.copy(bytes, at);
    } else if (isThere || stamp) {
      parts.push(bytes.subarray(copied, at));
      copied = isThere ? places[n + 1]! : at;
      if (stamp) parts.push(entryOf(stamp, path));
      if (stamp) added.push(path);
      count += stamp ? 1 : -1;
      touch(path);
    }
  }
  if (parts.length === 1) return { index, folders };
  const all = Buffer.concat([...parts, bytes.subarray(copied, places.at(-1))]);
  all.writeUInt32BE(count, 8);
  const changed = { bytes: all, idBytes, places: placesIn(all, count, idBytes, all.length)!, trees: index.trees };
  return added.some((path) => isInTheWay(changed, path)) ? undefined : { index: changed, folders };

  function touch(path: GitPath): void {
    folders.add("");
    for (const folder of foldersOf(path)) folders.add(folder);
  }
}

function entryOf(stamp: Buffer, path: GitPath): Buffer {
  const entry = Buffer.alloc((stamp.length + 2 + path.length + 8) & ~7);
  stamp.copy(entry);
  entry.writeUInt16BE(Math.min(path.length, LONG), stamp.length);
  entry.write(path, stamp.length + 2, "latin1");
  return entry;
}

function isInTheWay(index: MappedIndex, path: GitPath): boolean {
  if (foldersOf(path).some((folder) => find(index, folder.slice(0, -1))[1])) return true;
  const [below] = find(index, `${path}/`);
  return below < index.places.length - 1 && pathAt(index, below).startsWith(`${path}/`);
}

/** The index as a file, without the checksum that ends it. */
export function encodeIndex({ bytes, places }: MappedIndex, trees: CacheTree): Buffer[] {
  const content = encodeCacheTree(trees);
  const head = Buffer.from("TREE\0\0\0\0", "latin1");
  head.writeUInt32BE(content.length, 4);
  return [bytes.subarray(0, places.at(-1)), head, content];
}
