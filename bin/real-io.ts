import { fstatSync } from "node:fs";

import { bareFs } from "../kit/bare-fs.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { utf8Text } from "../kit/utf8-text.ts";

/** The real world. The standard streams are read and written by descriptor: Node's stream objects cost a third of a process start. */
export function realIo(): Io {
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
    ...(process.geteuid && { uid: process.geteuid() }),
    ...(process.argv[1] !== undefined && { program: [process.execPath, process.argv[1]] }),
    now: () => new Date(),
    elapsed: () => process.uptime() * 1000,
    readStdin,
    writeStdout: (...parts) => writeAll(1, ...parts),
    writeStderr: (text) => writeAll(2, text),
    get interactive() {
      return isCharacterDevice(0) && isCharacterDevice(1);
    },
  };
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

/** What `write` comes down to: Node would compile what lies around it for this alone. Not documented; the same in Node 20 to 26. */
const { utf8Write } = Buffer.prototype as Buffer & { utf8Write?(this: Uint8Array, text: string, offset: number, length: number): number };

/** To the end, also from a pipe that does not block and has nothing yet (EAGAIN); a console ends with EOF as an error. */
function readStdin(): string {
  // More than nearly all events have: what is not touched takes no memory, and growing means copying.
  let bytes = new Uint8Array(4 * 1024 * 1024);
  let length = 0;
  for (let count = -1; count !== 0; length += count) {
    if (length === bytes.length) {
      const longer = new Uint8Array(bytes.length * 2);
      longer.set(bytes);
      bytes = longer;
    }
    count = readSome(bytes, length);
    if (length > LONGEST) throw new Error("it is longer than 512 MiB.");
  }
  // Blanks behind JSON say nothing, and a text of middle size is then not among what V8 tidies up.
  const end = length > APART / 2 && length < APART ? APART : length;
  if (end > length) bytes.fill(0x20, length, end);
  return utf8Text(bytes, end);
}

/** Characters of V8's longest text, of which no byte is more than one. */
const LONGEST = 2 ** 29;

/** Bytes from which V8 keeps a text apart from all else that is new, of which it tidies up each MiB: that takes as long as reading three chunks. */
const APART = 131_073;

/** 0 at the end. */
function readSome(bytes: Uint8Array, offset: number): number {
  for (;;) {
    try {
      return bareFs.readSync(0, bytes, offset, bytes.length - offset);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** The parts are not joined first: an answer is often long, and each copy of it is one more. */
function writeAll(descriptor: number, ...parts: string[]): void {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length * 3, 0)); // at most, and what is not touched takes no memory
  let length = 0;
  for (const part of parts) length += utf8Write?.call(bytes, part, length, bytes.length - length) ?? Buffer.from(bytes.buffer).write(part, length);
  for (let at = 0; at < length; ) {
    try {
      at += bareFs.writeSync(descriptor, bytes, at, length - at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return; // the agent no longer listens
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
