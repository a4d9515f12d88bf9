import { createHash } from "node:crypto";
import { chmodSync, closeSync, createReadStream, createWriteStream, existsSync, fsyncSync, openSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createDeflate, deflateSync } from "node:zlib";
import { makeFolder } from "../../kit/make-folder.ts";

/** Speed over size: whoever collects the garbage compresses anew. */
const LEVEL = 1;

let counter = 0;

export function looseFile(shadow: string, id: string): string {
  return join(shadow, "objects", id.slice(0, 2), id.slice(2));
}

/** Whether an object has a file of its own, which is then made young: a garbage collection must not take it for old. */
export function freshen(shadow: string, id: string, now: Date): boolean {
  const file = looseFile(shadow, id);
  if (!existsSync(file)) return false;
  try {
    utimesSync(file, now, now);
    return true;
  } catch {
    return false; // gone this moment
  }
}

/** Writes an object into a file of its own, whole or not at all. */
export function writeLoose(shadow: string, pid: number, id: string, header: Buffer, content: Buffer): void {
  const temporary = temporaryFile(shadow, pid);
  try {
    writeFileSync(temporary, deflateSync(Buffer.concat([header, content]), { level: LEVEL }), { mode: 0o400 });
    keep(shadow, temporary, id);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The same for an open file that does not fit in memory. Gives its id, `undefined` where it does not hold `size` bytes. */
export async function streamLoose(shadow: string, pid: number, fd: number, size: bigint): Promise<string | undefined> {
  const temporary = temporaryFile(shadow, pid);
  const hash = createHash("sha1");
  let left = size;
  async function* wrapped(): AsyncGenerator<Buffer> {
    const header = Buffer.from(`blob ${size}\0`, "latin1");
    hash.update(header);
    yield header;
    for await (const part of createReadStream("", { fd, start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
      left -= BigInt(part.length);
      hash.update(part);
      yield part;
    }
  }
  try {
    await pipeline(wrapped, createDeflate({ level: LEVEL }), createWriteStream(temporary, { mode: 0o600 }));
    if (left !== 0n) return undefined;
    const id = hash.digest("hex");
    chmodSync(temporary, 0o400);
    keep(shadow, temporary, id);
    return id;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** git and our own sweeper know names of this kind as leftovers once they are old. */
function temporaryFile(shadow: string, pid: number): string {
  counter += 1;
  return join(shadow, "tmp", `tmp_obj_${pid}_${counter}`);
}

function keep(shadow: string, temporary: string, id: string): void {
  const file = looseFile(shadow, id);
  waitForDisk(temporary); // before anything names it
  makeFolder(join(file, ".."));
  renameSync(temporary, file);
}

function waitForDisk(file: string): void {
  const fd = openSync(file, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
