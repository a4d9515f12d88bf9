import { fstatSync, readSync, writeSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";

/**
 * The Io of this process. It reads and writes the standard streams by descriptor, since Node's stream objects would
 * take a third of the start-up time.
 */
export function realIo(): Io {
  let isRead = true;
  return {
    argv: process.argv.slice(2),
    env: process.env,
    get cwd() {
      try {
        return process.cwd();
      } catch (error) {
        throw new UserError("noFolder", [], error);
      }
    },
    platform: process.platform,
    arch: process.arch,
    pid: process.pid,
    ...(process.argv[1] !== undefined && { program: [process.execPath, process.argv[1]] }),
    now: () => new Date(),
    elapsed: () => process.uptime() * 1000 + spentBefore(),
    cpuTime() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    onSignal,
    readStdin,
    writeStdout: (text) => void (isRead = writeAll(1, text) && isRead),
    writeStderr: (text) => void writeAll(2, text),
    isRead: () => isRead,
    get interactive() {
      return isCharacterDevice(0) && isCharacterDevice(1);
    },
  };
}

/** Milliseconds that passed before this process started, while a resident was asked in vain. */
function spentBefore(): number {
  const spent = Number(process.env["SNAPVEIL_SPENT"] ?? 0);
  return spent > 0 && spent < LONGEST_ASK ? spent : 0;
}

/** More milliseconds than `launcher/ask.c` waits for a resident. */
const LONGEST_ASK = 10_000;

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

function onSignal(work: () => void): () => void {
  // If a signal has other listeners, they decide whether the process ends.
  const alone = SIGNALS.filter((signal) => process.listenerCount(signal) === 0);
  const act = (signal: NodeJS.Signals) => {
    work();
    back();
    if (alone.some((one) => one === signal)) process.kill(process.pid, signal);
  };
  const back = () => SIGNALS.forEach((signal) => process.off(signal, act));
  for (const signal of SIGNALS) process.on(signal, act);
  return back;
}

/** Whether standard input is a pipe or file. If it is, `snapveil` without arguments runs as a hook. */
export function stdinIsPiped(): boolean {
  try {
    return !isCharacterDevice(0);
  } catch {
    return false; // standard input is closed
  }
}

function isCharacterDevice(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice();
}

/**
 * Reads standard input to its end. Handles a non-blocking pipe without data (EAGAIN) and a console that reports its end
 * as an error (EOF).
 */
function readStdin(): string {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.allocUnsafeSlow(PART);
    const count = readSome(part);
    if (count === 0) return Buffer.concat(parts, length).toString();
    parts.push(part.subarray(0, count));
    length += count;
    if (length > LONGEST) throw new Error("it is longer than 512 MiB.");
  }
}

/** How many bytes are read at once: the capacity of a pipe on Linux. */
const PART = 64 * 1024;

/**
 * The most bytes of standard input. V8's longest string has this many characters, and each byte decodes to at most one
 * character.
 */
const LONGEST = 2 ** 29;

/** Reads some bytes of standard input. Returns 0 at the end. */
function readSome(bytes: Buffer): number {
  for (;;) {
    try {
      return readSync(0, bytes, 0, bytes.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/**
 * Writes the whole text. Returns `false`, and throws no error, if the reader has closed the pipe, so that a command for
 * persons goes on.
 */
function writeAll(descriptor: number, text: string | Buffer): boolean {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
  return true;
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
