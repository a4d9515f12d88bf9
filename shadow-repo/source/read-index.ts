import { readRegularFile } from "../../kit/files.ts";
import type { GitPath } from "../git-path.ts";

/** One entry of a git index. */
export interface IndexEntry {
  readonly path: GitPath;
  /** The mode as a number: `0o100644`, `0o100755`, `0o120000`, `0o160000` for a submodule. */
  readonly mode: number;
  /** The stage of the entry: 0, or 1 to 3 in a merge conflict. */
  readonly stage: number;
  /** The size of the file in bytes when it was staged, modulo 2³²; 0 if git has to read the file to notice a change. */
  readonly size: number;
  /** The second in which the file was last changed when git read it, since 1970. */
  readonly changed: number;
  /** Set if the sparse checkout leaves the file out, so that it is missing from the worktree on purpose. */
  readonly skipWorktree: boolean;
  /** The id of the content, in hexadecimal; made on access. */
  readonly id: string;
  /** A copy of the entry with another path. */
  named(path: GitPath): IndexEntry;
}

export interface GitIndex {
  readonly entries: readonly IndexEntry[];
  /** The extensions after the entries, by their names of four letters. */
  readonly extensions: ReadonlyMap<string, Buffer>;
}

/** Bytes before the first entry. */
const HEADER = 12;

/** Bytes of stat data at the beginning of each entry; the id follows, then the flags, then the name. */
const STAT_BYTES = 40;

/** The value of an entry's length field if the name is too long for the field. */
const LONG = 0xfff;

/**
 * Flags of an entry, from version 3 on: `EXTENDED` says that two more bytes of flags follow, in which `SKIP_WORKTREE`
 * says that a sparse checkout leaves the file out.
 */
const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;

/**
 * Parses a git index, versions 2 to 4 (gitformat-index); `undefined` if it is missing or of an unknown format. It is
 * never half written, since git renames it into place.
 */
export function readIndex(file: string, idBytes: 20 | 32): GitIndex | undefined {
  try {
    const bytes = readRegularFile(file).bytes;
    if (bytes.length < HEADER + idBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
    const version = bytes.readUInt32BE(4);
    return version < 2 || version > 4 ? undefined : parse(bytes, version, idBytes);
  } catch {
    return undefined;
  }
}

function parse(bytes: Buffer, version: number, idBytes: number): GitIndex {
  const text = bytes.toString("latin1"); // converted once: a path is then a slice without a copy
  const entries: IndexEntry[] = [];
  let at = HEADER;
  let path = "";
  for (let count = bytes.readUInt32BE(8); count > 0; count -= 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = version > 2 && (flags & EXTENDED) !== 0;
    let name = flagsAt + (isExtended ? 4 : 2);
    let keep = "";
    if (version === 4) {
      // Version 4 gives the number of bytes of the previous name to drop, then the text to append.
      const [drop, next] = variableLength(bytes, name);
      keep = path.slice(0, path.length - drop);
      name = next;
    }
    const length = flags & LONG;
    const end = version < 4 && length < LONG ? name + length : text.indexOf("\0", name);
    if (end < 0 || end > bytes.length) throw new RangeError("the index ends inside a name");
    path = keep + text.slice(name, end);
    const more = isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
    entries.push(new StoredEntry([bytes, at, idBytes], path, (flags >> 12) & 3, (more & SKIP_WORKTREE) !== 0));
    // Versions 2 and 3 pad each entry with NULs to a multiple of eight bytes, at least one.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return { entries, extensions: new Map(extensionsOf(bytes, at, idBytes)) };
}

/** An entry whose fields are read on access: a class has no getter a file, which saves 60 ms for 20,000 files. */
class StoredEntry implements IndexEntry {
  readonly path: GitPath;
  readonly stage: number;
  readonly skipWorktree: boolean;
  readonly #at: number;
  readonly #bytes: Buffer;
  readonly #idBytes: number;

  constructor(
    [bytes, at, idBytes]: readonly [bytes: Buffer, at: number, idBytes: number],
    path: GitPath,
    stage: number,
    skipWorktree: boolean,
  ) {
    this.#bytes = bytes;
    this.#at = at;
    this.#idBytes = idBytes;
    this.path = path;
    this.stage = stage;
    this.skipWorktree = skipWorktree;
  }

  get changed(): number {
    return this.#bytes.readUInt32BE(this.#at);
  }

  get mode(): number {
    return this.#bytes.readUInt32BE(this.#at + 24);
  }

  get size(): number {
    return this.#bytes.readUInt32BE(this.#at + 36);
  }

  get id(): string {
    return this.#bytes.toString("hex", this.#at + STAT_BYTES, this.#at + STAT_BYTES + this.#idBytes);
  }

  named(path: GitPath): IndexEntry {
    return new StoredEntry([this.#bytes, this.#at, this.#idBytes], path, this.stage, this.skipWorktree);
  }
}

/**
 * Reads git's variable-length number: seven bits a byte; before each further byte is appended, one is added to the
 * number.
 */
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

function* extensionsOf(bytes: Buffer, start: number, idBytes: number): Generator<[name: string, content: Buffer]> {
  for (let at = start; at + 8 <= bytes.length - idBytes; ) {
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    yield [bytes.toString("latin1", at, at + 4), bytes.subarray(at + 8, end)];
    at = end;
  }
}
