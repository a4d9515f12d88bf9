import type { GitPath } from "./git-path.ts";
import { readBytes } from "./read-bytes.ts";

/** One entry of a git index. */
export interface IndexEntry {
  readonly path: GitPath;
  /** As a number: `0o100644`, `0o100755`, `0o120000`, `0o160000` for a submodule. */
  readonly mode: number;
  /** 0, or 1 to 3 in a merge conflict. */
  readonly stage: number;
  /** Bytes of the file when it was staged, modulo 2³²; 0 where git does not vouch for it. */
  readonly size: number;
  /** Outside the sparse checkout: missing from the worktree on purpose. */
  readonly skipWorktree: boolean;
  /** `git add -N`: announced, without content. */
  readonly intentToAdd: boolean;
  /** Where the 40 bytes of stat data begin; the object id follows them, then the flags. */
  readonly at: number;
}

export interface GitIndex {
  readonly version: number;
  readonly bytes: Buffer;
  readonly entries: readonly IndexEntry[];
  /** Where the entries end and the extensions begin. */
  readonly end: number;
  /** Split, or with folders in place of files: `entries` is not everything that is tracked. */
  readonly partial: boolean;
  /** Ids of the trees that git wrote for folders which did not change since, as it remembers them. */
  readonly trees: readonly string[];
  /** The extension that says so; empty where there is none. */
  readonly cacheTree: Buffer;
}

const STAT_BYTES = 40;

/** A long name's length does not fit into its entry. */
const LONG = 0xfff;

/**
 * Parses a git index, versions 2 to 4 (gitformat-index). `undefined` where there is none or it is not understood:
 * an index that is being written is never seen half, since git renames it into place.
 */
export function readIndex(file: string, idBytes: 20 | 32): GitIndex | undefined {
  let bytes: Buffer;
  try {
    bytes = readBytes(file);
  } catch {
    return undefined;
  }
  if (bytes.length < 12 + idBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  try {
    return parse(bytes, version, idBytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function parse(bytes: Buffer, version: number, idBytes: number): GitIndex {
  const entries: IndexEntry[] = [];
  const text = bytes.toString("latin1"); // once: a path is then a piece of it, without a copy
  const short = (at: number) => (bytes[at]! << 8) | bytes[at + 1]!;
  const count = bytes.readUInt32BE(8);
  const fixed = STAT_BYTES + idBytes;
  let offset = 12;
  let previous = "";
  for (let n = 0; n < count; n += 1) {
    const at = offset;
    if (at + fixed + 4 > bytes.length) throw new RangeError("the index ends inside an entry");
    const flags = short(at + fixed);
    const extended = version > 2 && (flags & 0x4000) !== 0;
    const more = extended ? short(at + fixed + 2) : 0;
    let name = at + fixed + (extended ? 4 : 2);
    let keep = "";
    if (version === 4) {
      // Version 4 says how many bytes of the previous name to drop, then what to append.
      const [drop, next] = variableLength(bytes, name);
      keep = previous.slice(0, previous.length - drop);
      name = next;
    }
    const length = flags & LONG;
    const end = version < 4 && length < LONG ? name + length : text.indexOf("\0", name);
    if (end < 0 || end > bytes.length) throw new RangeError("the index ends inside a name");
    const path = keep + text.slice(name, end);
    // Versions 2 and 3 pad each entry with NULs to a multiple of eight bytes, at least one.
    offset = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
    previous = path;
    entries.push({
      path,
      mode: short(at + 26), // the other two bytes are always zero
      stage: (flags >> 12) & 3,
      size: short(at + 36) * 65_536 + short(at + 38),
      skipWorktree: (more & 0x4000) !== 0,
      intentToAdd: (more & 0x2000) !== 0,
      at,
    });
  }
  const extensions = new Map(extensionsOf(bytes, offset, idBytes));
  const cacheTree = extensions.get("TREE");
  return { version, bytes, entries, end: offset, partial: extensions.has("link") || extensions.has("sdir"), trees: cacheTree ? [...treesOf(cacheTree, idBytes)] : [], cacheTree: cacheTree ?? Buffer.alloc(0) };
}

/** git's variable-length number: seven bits a byte, each further byte adding one. */
function variableLength(bytes: Buffer, start: number): [value: number, next: number] {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return [value, at];
}

export function* extensionsOf(bytes: Buffer, start: number, idBytes: number): Generator<[name: string, content: Buffer]> {
  for (let at = start; at + 8 <= bytes.length - idBytes; ) {
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    yield [bytes.toString("latin1", at, at + 4), bytes.subarray(at + 8, end)];
    at = end;
  }
}

/** A folder a record: name, NUL, `ENTRIES SUBFOLDERS` in decimal, newline, id; no id where ENTRIES is negative. */
function* treesOf(content: Buffer, idBytes: number): Generator<string> {
  for (let at = 0; at < content.length; ) {
    const counts = content.indexOf(0, at) + 1;
    const end = content.indexOf(10, counts) + 1;
    if (counts === 0 || end === 0) return;
    const valid = content[counts] !== 0x2d; // "-1": changed since
    if (valid) yield content.toString("hex", end, end + idBytes);
    at = valid ? end + idBytes : end;
  }
}
