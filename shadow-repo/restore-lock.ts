import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { hasShadow } from "./create-shadow.ts";
import { placeOf, type Place } from "./place.ts";

/** Milliseconds to wait for another command. */
const PATIENCE = 20_000;

/** Milliseconds after which a lock is a dead process's, should its number have been given to another. */
const STALE = 600_000;

/**
 * Lets one command at a time change files of a worktree. Captures never take it. The lock of a dead process does not
 * hold. Where nothing was recorded yet there is nothing to lock, and no file is made.
 */
export async function withRestoreLock<Result>(io: Io, folder: string, dryRun: boolean, work: () => Promise<Result>): Promise<Result> {
  const place = placeOf(io, folder);
  if (dryRun || !hasShadow(place)) return work();
  return withLock(io, join(place.shadow, "restore.lock"), `Another snapveil command has been changing files of ${place.worktree.root} for a while`, work);
}

/** The same for giving back space, which takes long in a large repository and keeps nobody from an undo. */
export async function withPruneLock<Result>(io: Io, place: Place, work: () => Promise<Result>): Promise<Result> {
  return withLock(io, join(place.shadow, "prune.lock"), "Another snapveil prune has been at work here for a while", work);
}

async function withLock<Result>(io: Io, file: string, busy: string, work: () => Promise<Result>): Promise<Result> {
  for (let waited = 0; !take(file, io); waited += 50) {
    if (waited >= PATIENCE) throw new UserError("badArgument", [`${busy} (process ${ownerOf(file)?.pid ?? "unknown"}). Try again when it is done.`]);
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string, io: Io): boolean {
  try {
    writeOwner(openSync(file, "wx", 0o600), file, io);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  if (isStale(file, io)) {
    // Moved away first: of two that see the same stale lock only one can.
    const grave = `${file}.${io.pid}`;
    try {
      renameSync(file, grave);
      rmSync(grave, { force: true });
    } catch {
      // The other one was faster.
    }
  }
  return false;
}

function writeOwner(fd: number, file: string, io: Io): void {
  try {
    writeSync(fd, `${`${io.pid} ${bornAt(io.pid)}`.trim()}\n`);
  } catch (error) {
    rmSync(file, { force: true }); // the disk is full
    throw error;
  } finally {
    closeSync(fd);
  }
}

function isStale(file: string, io: Io): boolean {
  try {
    const { mtimeMs } = statSync(file);
    const age = io.now().getTime() - mtimeMs;
    const owner = ownerOf(file);
    return (owner !== undefined && isDead(owner, io)) || age > STALE || (owner === undefined && age > 1000); // it died before it wrote its number
  } catch {
    return false;
  }
}

interface Owner {
  readonly pid: number;
  /** As `bornAt` gives it; absent where it was not known. */
  readonly born: string | undefined;
}

/** A number without its line's end is half a number: whoever wrote it died on the way. */
function ownerOf(file: string): Owner | undefined {
  try {
    const [, pid, born] = /^(\d+)(?: (\S+))?\n/.exec(readFileSync(file, "utf8")) ?? [];
    return Number(pid) ? { pid: Number(pid), born } : undefined;
  } catch {
    return undefined;
  }
}

/** After a restart of the machine, or of a container, the number soon belongs to another process. */
function isDead({ pid, born }: Owner, io: Io): boolean {
  if (bornAt(io.pid) === "") return false; // nothing can be known here
  const now = bornAt(pid);
  return now === "" || (born !== undefined && born !== now);
}

/** The start of the machine and that of a process after it, which no other process shares; "" where that is not told, or there is none. */
function bornAt(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "").split(" "); // its name may hold blanks
    if (fields[0] === "Z" || fields[0] === "X") return ""; // dead, only nobody has waited for it yet
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()}/${fields[19]}`;
  } catch {
    return "";
  }
}
