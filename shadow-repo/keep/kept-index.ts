import {
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type BigIntStats,
  type Stats,
} from "node:fs";
import { uptime } from "node:process";

import { createHash } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import type { SnapshotEngine } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { temporaryIn, type Place } from "../place.ts";
import { look, statAt } from "../source/on-disk.ts";
import { lastKeptState, storeOf, type KeptStateId, type NotKept } from "./kept-state.ts";
import type { UnheldPath } from "./watched-files.ts";

/** The files and folders that a search looked at when it made a state. */
export interface Walked {
  /** Files of the state, and files that are too large for it, since these may shrink. */
  readonly files: readonly GitPath[];
  /** The folders that were read, with their stats from before the read. */
  readonly folders: readonly (readonly [path: GitPath, stat: Stats])[];
  readonly notKept: readonly NotKept[];
  readonly unheld: readonly UnheldPath[];
}

/** The part of an engine that finds changed files by a git index. */
export type Teller = Pick<SnapshotEngine, "format" | "touched">;

/**
 * The least number of files for which an index is written: git's process takes as long as some hundred `stat` calls of
 * Node's.
 */
const MANY = 1000;
/** The most folders for which an index is written, since Node has to look at each folder. */
const MOST_FOLDERS = 1000;
/**
 * A walk is stored only if every file and folder was last changed at least this many milliseconds before the walk
 * began. git compares whole seconds, and some disks store no finer times, so a change during the walk, or right before
 * it, could stay unnoticed.
 */
const SETTLED = 2000;
/** A second in milliseconds. */
const SECOND = 1000;

/** Facts about the walk that are stored in the index, beside the entries of the files. */
interface Note {
  readonly state: KeptStateId;
  /** The settings and the topmost ignored paths of the walk. */
  readonly key: string;
  readonly notKept: readonly NotKept[];
  /** The paths without a copy; absent in an index that an earlier release wrote. */
  readonly unheld?: readonly UnheldPath[];
  readonly folders: readonly (readonly [path: GitPath, ...stamp: number[]])[];
}

/** The file of the index. It holds the entries and the note, so that both are replaced together. */
function indexFile(shadow: string): string {
  return `${storeOf(shadow)}/index`;
}

/**
 * Stores a walk as a git index, by which git finds the files that have changed since in a quarter of the time. Stores
 * nothing if something may have changed during the walk.
 * @param began when the walk began, by `uptime` of this process in seconds: its clock takes no step, and `performance`
 *   takes 1 ms to load
 */
export function noteWalk(
  io: Io,
  { shadow, worktree: { root } }: Place,
  { format }: Teller,
  { files, folders, notKept, unheld }: Walked,
  { state, key, began }: Pick<Note, "state" | "key"> & { readonly began: number },
): void {
  if (io.platform === "win32" || files.length < MANY || folders.length > MOST_FOLDERS) return;
  const entries: (readonly [GitPath, BigIntStats])[] = [];
  for (const path of files.toSorted((one, other) => (one < other ? -1 : 1))) {
    const stat = look(root, path);
    if (typeof stat === "string") return;
    entries.push([path, stat]);
  }
  const note: Note = { state, key, notKept, unheld, folders: folders.map(([path, stat]) => [path, ...stampOf(stat)]) };
  const temporary = temporaryIn(io, shadow, "kept");
  try {
    writeFileSync(temporary, indexOf(entries, JSON.stringify(note), format), { mode: 0o600, flag: "wx" });
    // Compare with the time of a file that was just written to the same disk: the disk may lie on another machine,
    // whose clock gives all files their times.
    const settled = statSync(temporary).mtimeMs - (uptime() - began) * SECOND - SETTLED;
    const isSettled = ({ mtimeMs, ctimeMs }: Stats | BigIntStats) =>
      mtimeMs >= 0 && Number(mtimeMs) < settled && Number(ctimeMs) < settled;
    if (entries.every(([, stat]) => isSettled(stat)) && folders.every(([, stat]) => isSettled(stat)))
      renameSync(temporary, indexFile(shadow));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * The last state and its list of files that are not kept, if nothing has changed: the settings are equal, no folder has
 * a new or missing name, and no file was written. Else `undefined`.
 */
export async function unchangedState(
  place: Place,
  engine: Teller,
  key: string,
): Promise<Pick<Note, "state" | "notKept" | "unheld"> | undefined> {
  const note = readNote(place.shadow, engine);
  if (note?.key !== key || note.state !== lastKeptState(place.shadow)) return undefined;
  const { root } = place.worktree;
  const isSameFolder = ([path, ...stamp]: Note["folders"][number]) => {
    const stat = statAt(root, path.slice(0, -1));
    return typeof stat === "object" && stampOf(stat).every((part, at) => part === stamp[at]);
  };
  if (!note.folders.every(isSameFolder)) return undefined;
  return (await touchedSince(place, engine, note.state))?.length === 0 ? note : undefined;
}

/** The files of a state that may have changed since; some may be equal. `undefined` if the changes are unknown. */
export async function touchedSince(
  { shadow }: Place,
  engine: Teller,
  state: KeptStateId,
): Promise<readonly GitPath[] | undefined> {
  const before = stampOfIndex(shadow);
  if (!engine.touched || before === undefined || readNote(shadow, engine)?.state !== state) return undefined;
  const touched = await engine.touched(indexFile(shadow));
  // Another process may have replaced or removed the index, and git takes a missing index for an empty one.
  return stampOfIndex(shadow) === before ? touched : undefined;
}

function stampOfIndex(shadow: string): string | undefined {
  const stat = lstatSync(indexFile(shadow), { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : undefined;
}

function stampOf({ mtimeMs, ctimeMs, ino, mode }: Stats): number[] {
  return [mtimeMs, ctimeMs, ino, mode];
}

/**
 * The name of snapveil's extension of the index. git ignores an unknown extension whose name begins with a capital
 * letter.
 */
const NAME = "SNAP";
/** The bytes of an index's header, and of the stats in an entry. */
const [HEADER, STATS] = [12, 40] as const;

/** Makes an index of version 2 (gitformat-index). Its ids are placeholders without objects. */
function indexOf(
  entries: readonly (readonly [GitPath, BigIntStats])[],
  note: string,
  format: Teller["format"],
): Buffer {
  const idBytes = idBytesOf(format);
  const lengthOf = (path: GitPath) => (STATS + idBytes + 2 + path.length + 8) & ~7;
  const extension = Buffer.from(note, "latin1");
  const size = entries.reduce((sum, [path]) => sum + lengthOf(path), HEADER + 8 + extension.length + 4);
  const bytes = Buffer.alloc(size);
  bytes.write("DIRC", "latin1");
  bytes.writeUInt32BE(2, 4);
  bytes.writeUInt32BE(entries.length, 8);
  let at = HEADER;
  for (const [path, stat] of entries) {
    const { ctimeNs, mtimeNs, dev, ino, uid, gid, size: length } = stat;
    const mode = stat.isSymbolicLink() ? 0o120000n : stat.mode & 0o100n ? 0o100755n : 0o100644n;
    const times = [ctimeNs, mtimeNs].flatMap((time) => [time / 1_000_000_000n, time % 1_000_000_000n]);
    for (const [place, value] of [...times, dev, ino, mode, uid, gid, length].entries())
      bytes.writeUInt32BE(Number(BigInt.asUintN(32, value)), at + 4 * place);
    bytes.fill(1, at + STATS, at + STATS + idBytes);
    bytes.writeUInt16BE(Math.min(path.length, 0xfff), at + STATS + idBytes);
    bytes.write(path, at + STATS + idBytes + 2, "latin1");
    at += lengthOf(path);
  }
  bytes.write(NAME, at, "latin1");
  bytes.writeUInt32BE(extension.length + 4, at + 4);
  extension.copy(bytes, at + 8);
  bytes.writeUInt32BE(extension.length, size - 4);
  return Buffer.concat([bytes, createHash(format).update(bytes).digest()]);
}

/**
 * The note in the index; `undefined` if there is none, or the index does not match its hash, which git does not check.
 */
function readNote(shadow: string, { format }: Teller): Note | undefined {
  try {
    const bytes = readFileSync(indexFile(shadow));
    const body = bytes.subarray(0, -idBytesOf(format));
    if (!createHash(format).update(body).digest().equals(bytes.subarray(body.length))) return undefined;
    // The length of the note follows the note.
    const end = body.length - 4;
    return JSON.parse(body.toString("latin1", end - body.readUInt32BE(end), end)) as Note;
  } catch {
    return undefined; // no index was written yet
  }
}

function idBytesOf(format: Teller["format"]): number {
  return format === "sha256" ? 32 : 20;
}
