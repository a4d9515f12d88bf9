import { fstatSync, readSync, writeSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";

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
    readStdin,
    writeStdout: (text) => writeAll(1, text),
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

/** To the end, also from a pipe that does not block and has nothing yet (EAGAIN); a console ends with EOF as an error. */
function readStdin(): string {
  // More than nearly all events have: what is not touched takes no memory, and growing means copying.
  let buffer = Buffer.allocUnsafeSlow(4 * 1024 * 1024);
  let length = 0;
  for (let count = -1; count !== 0; length += count) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    count = readSome(buffer, length);
  }
  return buffer.toString(undefined, 0, length); // an encoding given by name costs a look-up, and `subarray` compiling
}

/** 0 at the end. */
function readSome(buffer: Buffer, offset: number): number {
  for (;;) {
    try {
      return readSync(0, buffer, offset, buffer.length - offset, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

function writeAll(descriptor: number, text: string): void {
  let rest: string | Buffer = text;
  while (rest.length > 0) {
    try {
      const written = typeof rest === "string" ? writeSync(descriptor, rest) : writeSync(descriptor, rest);
      // Most answers go out at once, as text; a part of one can end inside a character.
      if (written === Buffer.byteLength(rest)) return;
      rest = (typeof rest === "string" ? Buffer.from(rest) : rest).subarray(written);
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
