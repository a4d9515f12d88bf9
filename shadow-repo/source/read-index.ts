import type { GitPath } from "../git-path.ts";
import { readBytes } from "../read-bytes.ts";

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
  /** Of the content, in hexadecimal; made when it is asked for. */
  readonly id: string;
}

export interface GitIndex {
  readonly version: number;
  readonly bytes: Buffer;
  readonly idBytes: number;
  /** Paths by the number of their entry. */
  readonly paths: readonly GitPath[];
  /** Where each entry begins, and at last where the entries end and the extensions begin. */
  readonly places: Uint32Array;
  /** Made when they are first asked for: most of what is asked of an index is told by the bytes. */
  readonly entries: readonly IndexEntry[];
  /** Split, or with folders in place of files: `entries` is not everything that is tracked. */
  readonly partial: boolean;
}

/** Bytes before the first entry. */
const HEADER = 12;

const STAT_BYTES = 40;

/** A long name's length does not fit into its entry. */
const LONG = 0xfff;

/** Two more bytes of flags follow, from version 3 on. */
const EXTENDED = 0x4000;

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
  const text = bytes.toString("latin1"); // once: a path is then a piece of it, without a copy
  const count = bytes.readUInt32BE(8);
  const fixed = STAT_BYTES + idBytes;
  if (count * fixed > bytes.length) throw new RangeError("the index ends inside an entry");
  const paths: GitPath[] = [];
  const places = new Uint32Array(count + 1);
  let offset = HEADER;
  let previous = "";
  for (let n = 0; n < count; n += 1) {
    const at = offset;
    if (at + fixed + 4 > bytes.length) throw new RangeError("the index ends inside an entry");
    const flags = (bytes[at + fixed]! << 8) | bytes[at + fixed + 1]!;
    let name = at + fixed + (version > 2 && (flags & EXTENDED) !== 0 ? 4 : 2);
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
    previous = keep + text.slice(name, end);
    // Versions 2 and 3 pad each entry with NULs to a multiple of eight bytes, at least one.
    offset = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
    places[n] = at;
    paths.push(previous);
  }
  places[count] = offset;
  const extensions = new Map(extensionsOf(bytes, offset, idBytes));
  let entries: IndexEntry[] | undefined;
  return {
    version,
    bytes,
    idBytes,
    paths,
    places,
    partial: extensions.has("link") || extensions.has("sdir"),
    get entries() {
      return (entries ??= paths.map((path, n) => entryAt(bytes, version, places[n]!, path, idBytes)));
    },
  };
}

function entryAt(bytes: Buffer, version: number, at: number, path: GitPath, idBytes: number): IndexEntry {
  const short = (place: number) => (bytes[place]! << 8) | bytes[place + 1]!;
  const flags = short(at + STAT_BYTES + idBytes);
  const more = version > 2 && (flags & EXTENDED) !== 0 ? short(at + STAT_BYTES + idBytes + 2) : 0;
  return {
    path,
    mode: modeOfEntry(bytes, at),
    stage: (flags >> 12) & 3,
    size: sizeOfEntry(bytes, at),
    skipWorktree: (more & 0x4000) !== 0,
    intentToAdd: (more & 0x2000) !== 0,
    at,
    get id() {
      return bytes.toString("hex", at + STAT_BYTES, at + STAT_BYTES + idBytes);
    },
  };
}

function modeOfEntry(bytes: Buffer, at: number): number {
  return (bytes[at + 26]! << 8) | bytes[at + 27]!; // the other two bytes are always zero
}

function sizeOfEntry(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + 36);
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

export function* extensionsOf(
  bytes: Buffer,
  start: number,
  idBytes: number,
): Generator<[name: string, content: Buffer]> {
  for (let at = start; at + 8 <= bytes.length - idBytes; ) {
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    yield [bytes.toString("latin1", at, at + 4), bytes.subarray(at + 8, end)];
    at = end;
  }
}
