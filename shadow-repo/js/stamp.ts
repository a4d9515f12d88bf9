import type { BigIntStats, Stats } from "node:fs";

/**
 * The first bytes of an index entry: 40 of stat data as git writes it (times of change and modification, device, inode,
 * mode, owner, size), then the id. It may lie anywhere in a larger buffer.
 */
export interface Stamp {
  readonly bytes: Buffer;
  readonly at: number;
}

export const STAT_BYTES = 40;

/** With an id of 20 bytes, the only ones that the engine without git knows. */
export const STAMP_BYTES = STAT_BYTES + 20;

const REGULAR = 0o100644;
const EXECUTABLE = 0o100755;
const SYMLINK = 0o120000;

/** A new stamp of a file that was just read. */
export function stampOf(found: BigIntStats, id: string, mode: number = modeOf(Number(found.mode))): Stamp {
  const bytes = Buffer.alloc(STAT_BYTES + id.length / 2);
  const numbers = [
    found.ctimeNs / SECOND,
    found.ctimeNs % SECOND,
    found.mtimeNs / SECOND,
    found.mtimeNs % SECOND,
    found.dev,
    found.ino,
    BigInt(mode),
    found.uid,
    found.gid,
    found.size,
  ];
  for (const [n, value] of numbers.entries()) bytes.writeUInt32BE(Number(BigInt.asUintN(32, value)), n * 4);
  bytes.write(id, STAT_BYTES, "hex");
  return { bytes, at: 0 };
}

const SECOND = 1_000_000_000n;

/** The mode that git records: no more of the permissions than whether the owner may execute the file. */
export function modeOf(mode: number): number {
  if ((mode & 0o170000) === SYMLINK) return SYMLINK;
  return mode & 0o100 ? EXECUTABLE : REGULAR;
}

export function modeIn({ bytes, at }: Stamp): number {
  return bytes.readUInt32BE(at + 24);
}

export function idIn({ bytes, at }: Stamp): string {
  return bytes.toString("hex", at + STAT_BYTES, at + STAMP_BYTES);
}

/** Whole seconds, in which git compares a file's time with that of the index. */
export function modifiedAt({ bytes, at }: Stamp): number {
  return bytes.readUInt32BE(at + 8);
}

const EMPTY = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

/** Whether a file is as it was when it was stamped, for all that its inode tells. */
export function fits(
  { bytes, at }: Stamp,
  found: Stats,
  { trustMode, trustInode }: { readonly trustMode: boolean; readonly trustInode: boolean },
): boolean {
  const mode = bytes.readUInt32BE(at + 24);
  return (
    bytes.readUInt32BE(at + 36) === found.size % 2 ** 32 &&
    (found.size !== 0 || idIn({ bytes, at }) === EMPTY) && // else it is a doubted one
    sameTime(bytes, at + 8, found.mtimeMs) &&
    sameTime(bytes, at, found.ctimeMs) &&
    (!trustInode || bytes.readUInt32BE(at + 20) === found.ino % 2 ** 32) &&
    (modeOf(found.mode) === mode || (!trustMode && found.isFile() && mode !== SYMLINK)) &&
    bytes.readUInt32BE(at + 28) === found.uid % 2 ** 32 &&
    bytes.readUInt32BE(at + 32) === found.gid % 2 ** 32
  );
}

/**
 * Node makes milliseconds by this very formula, so equal times give equal numbers. Some gits leave the fraction out.
 */
function sameTime(bytes: Buffer, at: number, milliseconds: number): boolean {
  const seconds = bytes.readUInt32BE(at);
  const nanoseconds = bytes.readUInt32BE(at + 4);
  if (nanoseconds === 0) return seconds === Math.floor(milliseconds / 1000);
  return seconds * 1000 + nanoseconds / 1_000_000 === milliseconds;
}

/**
 * The same stamp, made to fit no file: git then compares the contents. The way in which git itself marks such an entry.
 */
export function doubted({ bytes, at }: Stamp): Stamp {
  const copy = Buffer.from(bytes.subarray(at, at + STAMP_BYTES));
  copy.writeUInt32BE(0, 36);
  return { bytes: copy, at: 0 };
}
