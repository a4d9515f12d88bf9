import { lstatSync, rmSync } from "node:fs";
import type { Socket } from "node:net";

import { lengthOfQuestion } from "./wire.ts";

/** Milliseconds in which an asker sends its question. */
const PATIENCE = 2000;

/** Reads a question. @throws Error if it is none, or does not come in time */
export function questionFrom(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = (why: string) => {
      clearTimeout(limit);
      reject(new Error(why));
    };
    const limit = setTimeout(() => end("too slow"), PATIENCE);
    socket.on("close", () => end("gone"));
    socket.on("data", (part) => {
      parts.push(part);
      length += part.length;
      try {
        const first = parts[0]!.length < 20 ? Buffer.concat(parts, length) : parts[0]!;
        const needed = lengthOfQuestion(first);
        if (needed === undefined || length < needed) return;
        clearTimeout(limit);
        const whole = Buffer.concat(parts, length);
        for (const one of parts) one.fill(0);
        resolve(whole);
      } catch {
        end("no question");
      }
    });
  });
}

/**
 * Whether the asker made the file that it was asked for. Who can write into this folder can also replace the program
 * that hooks run, so this process gives such an asker nothing that it could not have anyway. A command in a sandbox can
 * reach a socket that it sees, but cannot write here.
 */
export function isProven(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return false;
  rmSync(file, { force: true });
  return found.isFile() && found.uid === process.getuid?.();
}
