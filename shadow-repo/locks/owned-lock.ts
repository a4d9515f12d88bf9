import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";

import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { lifeOf, processSpace } from "../../kit/process-life.ts";
import { newId } from "../place.ts";

/** Milliseconds after which a lock without a whole line is that of a process that died while it wrote it. */
const HALF = 5000;

/** Milliseconds between an owner's signs of life, for processes that cannot look at it. */
const BEAT = 30_000;

/**
 * Milliseconds without a sign after which an owner counts as dead if nobody can look at its process: in another
 * container, on another machine, or on a system that tells numbers alone.
 */
const SILENT = 3_600_000;

/** A lock that is held. */
export interface OwnedLock {
  /** Takes away this lock, and never anybody else's. */
  release(): void;
}

/** The line in a lock's file that names its owner: number, birth, machine, and a word that no other lock has. */
export function ownerLine(io: Io): string {
  return `${io.pid} ${lifeOf(io.pid, io.platform)?.born || "-"} ${processSpace()} ${newId()}\n`;
}

/**
 * Takes a lock, or gives `undefined` if another process has it. The lock appears with its content, by a link, and is
 * never taken from an owner that is known to live, however old it is.
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

/** The number of the process that holds a lock. */
export function lockOwner(file: string): number | undefined {
  return ownerIn(textOf(file) ?? "")?.pid;
}

/** Whether the owner of a lock, if there is one, is dead. */
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
    now = statSync(draft).mtimeMs; // by the disk's own clock
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
    writeFileSync(file, text, { mode: 0o600, flag: "wx" }); // a file system without links
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead owner. The remover holds a lock of its own on just that lock: if two saw the owner dead,
 * the slower one finds the lock gone, and does not remove the new owner's.
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

/** The text of a lock; `undefined` if there is none. A folder has none. */
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
  /** The process's birth as `lifeOf` gives it; "" if it was not known. */
  readonly born: string;
  readonly space: string;
}

/** The owner in a lock's text. A line without its end is half a line: its writer died on the way. */
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
  // After a restart of the machine, or when numbers come round again, another process has that number. Windows tells no
  // births, so there only the restart and the owner's silence tell.
  if (life.born === "") return age > Math.max(2 * BEAT, Math.min(SILENT, uptime() * 1000));
  return owner.born !== "" && life.born !== owner.born;
}

function touch(file: string, io: Io): void {
  try {
    utimesSync(file, io.now(), io.now());
  } catch {
    // Gone this moment: then nobody asks.
  }
}
