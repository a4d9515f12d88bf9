import { chmodSync, constants, copyFileSync, lstatSync, renameSync, rmSync, type Stats } from "node:fs";
import { dirname } from "node:path";

import { makeFolder } from "../../kit/files.ts";
import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { onDisk, type GitPath } from "../git-path.ts";
import { temporaryIn, type Place } from "../place.ts";
import { CLOCK_STEP } from "../source/on-disk.ts";
import { findIgnored, inMiB, type IgnoredFile, type KeepBounds } from "./find-ignored.ts";
import type { Walked } from "./kept-index.ts";
import {
  copyIn,
  lastKeptState,
  readKeptState,
  writeKeptState,
  type KeptFile,
  type KeptState,
  type KeptStateId,
  type NotKept,
} from "./kept-state.ts";
import type { UnheldPath } from "./watched-files.ts";

/** How often the copying of a file is tried if a program writes to the file during the copy. */
const TRIES = 3;

/** The files to keep, and the limits. */
export interface KeepOptions {
  /** The topmost ignored files, and folders with a slash at their end. */
  readonly tops: readonly GitPath[];
  readonly bounds: KeepBounds;
  /** Folders without files that no rule ignores, which are kept as well. */
  readonly folders: readonly KeptFile[];
  isLeftOut(path: GitPath): boolean;
}

/** The result of `keepPresent`. */
interface Kept {
  readonly id?: KeptStateId;
  /** The files and folders that are not kept. */
  readonly left?: readonly NotKept[];
  /** Paths of which no copy is kept, including those that the settings leave out. */
  readonly unheld?: readonly UnheldPath[];
  /**
   * The files and folders that the search has looked at; present if the search found the last state unchanged and no
   * copy failed.
   */
  readonly walked?: Walked;
}

/**
 * Keeps the present content of the ignored files that no tool makes again. Copies each file that is new or changed
 * since the last state by size, times or inode, so that an unchanged file costs one `stat`. A copy shares its blocks
 * with the file if the file system can clone; it is never a hard link, since a write into the file would then change
 * the copy, too.
 * @returns no id if there is nothing to keep and no earlier state
 */
export function keepPresent(io: Io, { shadow, worktree: { root } }: Place, options: KeepOptions): Kept {
  const { bounds } = options;
  const found = findIgnored(root, options.tops, options.isLeftOut, bounds);
  const folders = new Map([...options.folders, ...found.folders].map((folder) => [folder.path, folder]));
  const lastId = lastKeptState(shadow);
  if (found.files.length + found.notKept.length + folders.size === 0 && lastId === undefined)
    return { unheld: found.unheld };
  const last = readKeptState(shadow, lastId);
  const known = new Map(last?.files.map((file) => [file.path, file]));
  const chosen = withinBounds(found.files, bounds);
  const copied = copyChanged(io, { shadow, root }, chosen.files, known);
  const notKept = [...found.notKept, ...chosen.notKept, ...copied.notKept];
  const unheld = [...found.unheld, ...chosen.over, ...copied.unheld];
  const keptFolders = [...folders.values()].map((folder) => {
    const before = known.get(folder.path);
    return before?.isFolder && before.mode === folder.mode ? before : folder;
  });
  const files = [...copied.files, ...keptFolders].sort((one, other) => (one.path < other.path ? -1 : 1));
  if (!last || !holdsJust(last, files, notKept))
    return { id: writeKeptState(shadow, { files, notKept }, io.pid), left: notKept, unheld };
  const same = { id: lastId!, left: notKept, unheld };
  // After a failed copy `walked` stays absent, so the next step searches again
  if (!found.walk || copied.files.length < chosen.files.length) return same;
  const seen = [...found.files.map(({ path }) => path), ...found.walk.large];
  return { ...same, walked: { files: seen, folders: found.walk.folders, notKept, unheld } };
}

/** Copies the files that are new or changed; the others keep the entry in `known`. */
function copyChanged(
  io: Io,
  { shadow, root }: { readonly shadow: string; readonly root: string },
  chosen: readonly IgnoredFile[],
  known: ReadonlyMap<GitPath, KeptFile>,
): { readonly files: KeptFile[]; readonly notKept: NotKept[]; readonly unheld: UnheldPath[] } {
  const files: KeptFile[] = [];
  const notKept: NotKept[] = [];
  if (chosen.some(({ path, stat }) => !isSame(known.get(path), stat))) makeStore(shadow);
  for (const file of chosen) {
    const before = known.get(file.path);
    const kept = before && isSame(before, file.stat) ? before : isLate(io) ? NO_TIME : copy(io, shadow, root, file);
    if (typeof kept === "string") notKept.push({ path: file.path, why: kept });
    else if (kept) files.push(kept);
  }
  return { files, notKept, unheld: notKept.map(({ path }) => ({ path, cause: "no copy" })) };
}

/** Whether a state holds exactly these entries. */
function holdsJust(state: KeptState, files: readonly KeptFile[], notKept: readonly NotKept[]): boolean {
  return (
    state.files.length === files.length &&
    files.every((file, at) => file === state.files[at]) &&
    JSON.stringify(state.notKept) === JSON.stringify(notKept)
  );
}

/** The milliseconds that a hook needs for the rest of its work; copying stops before. */
const RESERVED = 1500;
const NO_TIME = "no time was left to copy it";

function isLate({ timeLeft }: Io): boolean {
  return (timeLeft?.() ?? Infinity) < RESERVED;
}

/** The most files beyond the limits that are listed, newest first. */
const NOTED = 200;

/**
 * The newest files that fit into the limits; for the files that do not fit, one entry with their number, and the paths
 * of the newest.
 */
export function withinBounds(
  files: readonly IgnoredFile[],
  { files: most, budget }: KeepBounds,
): {
  readonly files: readonly IgnoredFile[];
  readonly notKept: readonly NotKept[];
  readonly over: readonly UnheldPath[];
} {
  const bytes = files.reduce((sum, { stat }) => sum + stat.size, 0);
  if (files.length <= most && bytes <= budget) return { files, notKept: [], over: [] };
  const kept: IgnoredFile[] = [];
  let left = budget;
  const over: UnheldPath[] = [];
  for (const file of files.toSorted((one, other) => other.stat.mtimeMs - one.stat.mtimeMs)) {
    if (kept.length < most && file.stat.size <= left) {
      kept.push(file);
      left -= file.stat.size;
    } else over.push({ path: file.path, cause: "bounds" });
  }
  const why = `${over.length} older files: at most ${most} files of together ${inMiB(budget)} are kept`;
  return { files: kept, notKept: [{ path: "", why }], over: over.slice(0, NOTED) };
}

/** Makes the folders of the copies, one for each first digit of a copy's name. */
function makeStore(shadow: string): void {
  for (const first of "0123456789abcdef") makeFolder(dirname(copyIn(shadow, first)));
}

/** Whether a file has not been touched since it was copied, by its stats. */
export function isSame(kept: KeptFile | undefined, stat: Stats): boolean {
  return (
    kept !== undefined &&
    kept.size === stat.size &&
    kept.modified === stat.mtimeMs &&
    kept.changed === stat.ctimeMs &&
    kept.inode === stat.ino &&
    kept.mode === (stat.mode & 0o7777)
  );
}

/**
 * Copies a file.
 * @returns the reason if the file cannot be read or is written all the time; `undefined` if it is gone
 */
function copy(
  io: Io,
  shadow: string,
  root: string,
  { path, stat: found, link }: IgnoredFile,
): KeptFile | string | undefined {
  if (link !== undefined) return { ...factsOf(path, found), link };
  const place = onDisk(root, path);
  waitForClock(io, found);
  let stat: Stats | undefined = found;
  for (let tries = 0; tries < TRIES && stat; tries += 1) {
    const facts = factsOf(path, stat);
    const name = nameOf(facts);
    const file = copyIn(shadow, name);
    const temporary = temporaryIn(io, shadow, "kept");
    try {
      copyFileSync(place, temporary, constants.COPYFILE_FICLONE);
      chmodSync(temporary, 0o600);
      const now = lstatSync(place, { throwIfNoEntry: false });
      if (now && isSame(facts, now)) {
        renameSync(temporary, file);
        return { ...facts, copy: name };
      }
      rmSync(temporary, { force: true });
      stat = now;
    } catch (error) {
      rmSync(temporary, { force: true });
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return undefined;
      if (code === "EACCES" || code === "EPERM") return "cannot be read";
      throw error;
    }
  }
  return stat ? "it was written to while it was copied" : undefined;
}

/**
 * Waits until the disk's clock has gone on since a file was changed. Within one step of the clock, a write that keeps the
 * file's size leaves its times as they are, so the copy would stay that of the former content.
 */
function waitForClock(io: Io, { ctimeMs }: Stats): void {
  const left = ctimeMs + CLOCK_STEP - io.now().getTime();
  if (left > 0 && left <= CLOCK_STEP) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left);
}

function factsOf(path: GitPath, { size, mtimeMs, ctimeMs, ino, mode }: Stats): KeptFile {
  return { path, size, modified: mtimeMs, changed: ctimeMs, inode: ino, mode: mode & 0o7777 };
}

/** The name of a copy: a hash that is equal only for the same path and stats. */
function nameOf({ path, size, modified, changed, inode }: KeptFile): string {
  return sha256(`${path}\0${size} ${modified} ${changed} ${inode}`).slice(0, 32);
}
