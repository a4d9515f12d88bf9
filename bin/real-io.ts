import { fstatSync, readSync, writeSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";

/**
 * The real world. The standard streams are read and written by descriptor: Node's stream objects cost a third of a
 * process start.
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
    elapsed: () => process.uptime() * 1000,
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

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

function onSignal(work: () => void): () => void {
  // A process with other listeners already ends in its own way.
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

/** Whether something is piped or redirected into standard input: a bare `snapveil` is then a hook. */
export function stdinIsPiped(): boolean {
  try {
    return !isCharacterDevice(0);
  } catch {
    return false; // closed
  }
}

function isCharacterDevice(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice();
}

/**
 * Standard input to its end, also from a pipe that does not block and has nothing yet (EAGAIN); a console ends with EOF
 * as an error.
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

/** Bytes that are read at once: a pipe of Linux holds no more. */
const PART = 64 * 1024;

/** Characters of V8's longest text; a byte is at most one of them. */
const LONGEST = 2 ** 29;

/** 0 at the end. */
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

/** Writes everything. @returns whether somebody still reads: a command of a person goes on without a reader */
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
