import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";

import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { lifeOf, processSpace } from "../../kit/process-life.ts";
import { newId } from "../place.ts";

/**
 * The age, in milliseconds, from which on a lock without a whole line is abandoned: the process died while it wrote the
 * line.
 */
const HALF = 5000;

/**
 * How often, in milliseconds, an owner renews the time of its lock, for processes that cannot look at the owner's
 * process.
 */
const BEAT = 30_000;

/**
 * The milliseconds without renewal after which a lock is abandoned. Used only if the owner's process cannot be looked
 * at: it runs in another container or on another machine, or the system gives only process ids.
 */
const SILENT = 3_600_000;

/** A lock that is held. */
export interface OwnedLock {
  /** Removes this lock, but never one that another process has taken. */
  release(): void;
}

/**
 * The line in a lock's file that identifies the owner: process id, start time of the process, machine, and a random id.
 */
export function ownerLine(io: Io): string {
  return `${io.pid} ${lifeOf(io.pid, io.platform)?.born || "-"} ${processSpace()} ${newId()}\n`;
}

/**
 * Takes a lock; `undefined` if another process holds it. The lock's file appears together with its content, by a hard
 * link. A lock is never taken from an owner that is known to live, however old the lock is.
 */
export function takeLock(file: string, text: string, io: Io): OwnedLock | undefined {
  if (!take(file, text, io)) return undefined;
  const beat = setInterval(() => {
    if (textOf(file) === text) touch(file, io);
  }, BEAT);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      release(file, text);
    },
  };
}

/** The id of the process that holds a lock; `undefined` if there is no lock, or its text holds no owner. */
export function lockOwner(file: string): number | undefined {
  return ownerIn(textOf(file) ?? "")?.pid;
}

/** Whether a lock exists and its owner is dead. */
export function isAbandoned(file: string, io: Io): boolean {
  const text = textOf(file);
  return text !== undefined && isDead(file, text, io, io.now().getTime());
}

function take(file: string, text: string, io: Io): boolean {
  const draft = `${file}.${io.pid}-${newId()}`;
  let now: number;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    if (placed(draft, file, text)) return true;
    now = statSync(draft).mtimeMs; // the time of a new file, which is the present time of the file system
  } finally {
    rmSync(draft, { force: true });
  }
  const found = textOf(file);
  if (found !== undefined && isDead(file, found, io, now)) bury(file, found, text, io);
  return false;
}

function placed(draft: string, file: string, text: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
  }
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" }); // the file system has no hard links
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead owner. First takes a second lock, whose file name is a hash of the dead lock's text. If
 * two processes find the owner dead, the slower one then finds a new text in the first lock, and does not remove it.
 */
function bury(file: string, found: string, text: string, io: Io): void {
  const claim = `${file}.${sha256(found).slice(0, 16)}`;
  if (!take(claim, text, io)) return;
  try {
    if (textOf(file) === found) rmSync(file, { recursive: true, force: true });
  } finally {
    release(claim, text);
  }
}

function release(file: string, text: string): void {
  if (textOf(file) === text) rmSync(file, { force: true });
}

/** The text of a lock; `undefined` if there is none, and empty if it is a folder. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR") return code === "ENOENT" ? undefined : "";
    throw error;
  }
}

interface Owner {
  readonly pid: number;
  /** The time when the owner's process started, as `lifeOf` gives it; "" if the owner could not find it out. */
  readonly born: string;
  readonly space: string;
}

/** The owner in a lock's text; `undefined` if the line has no end, since its writer died while writing. */
function ownerIn(text: string): Owner | undefined {
  const [, pid, born = "", space = ""] = /^(\d+)(?: (\S+))?(?: (\S+))?(?: \S+)?\n/.exec(text) ?? [];
  return Number(pid) ? { pid: Number(pid), born: born === "-" ? "" : born, space } : undefined;
}

function isDead(file: string, text: string, io: Io, now: number): boolean {
  const owner = ownerIn(text);
  const age = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
  if (!owner) return age > HALF;
  if (owner.space !== "" && owner.space !== processSpace()) return age > SILENT;
  const life = lifeOf(owner.pid, io.platform);
  if (!life) return true;
  // After a restart, or once process ids are used again, another process may have the owner's id. Windows gives no
  // start times of processes, so there the lock's age decides: a lock is abandoned if it is older than the last
  // restart.
  if (life.born === "") return age > Math.max(2 * BEAT, Math.min(SILENT, uptime() * 1000));
  return owner.born !== "" && life.born !== owner.born;
}

function touch(file: string, io: Io): void {
  try {
    utimesSync(file, io.now(), io.now());
  } catch {
    // The lock has just been removed, so its time does not matter.
  }
}
