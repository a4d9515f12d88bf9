import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, utimesSync, writeSync } from "node:fs";
import { deflateSync } from "node:zlib";

import { makeFolder } from "../../kit/make-folder.ts";
import type { ObjectType } from "../hash-object.ts";
import { newId } from "../new-id.ts";

/** Speed over size, as git then packs it anew. */
export const COMPRESSION = { level: 1 } as const;

let counter = 0;

export function looseFile(shadow: string, id: string): string {
  return `${shadow}/objects/${id.slice(0, 2)}/${id.slice(2)}`;
}

/** Whether an object has a file of its own, which is then made young: a garbage collection must not take it for old. */
export function freshen(shadow: string, id: string, now: Date): boolean {
  const file = looseFile(shadow, id);
  try {
    if (!existsSync(file)) return false;
    utimesSync(file, now, now);
    return true;
  } catch {
    return false; // gone this moment
  }
}

/** Writes an object into a file of its own, whole or not at all. */
export function writeLoose(shadow: string, pid: number, id: string, type: ObjectType, content: Buffer): void {
  const temporary = temporaryObject(shadow, pid);
  const bytes = deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), COMPRESSION);
  const fd = openSync(temporary, "wx", 0o400);
  try {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      fsyncSync(fd); // before anything names it
    } finally {
      closeSync(fd);
    }
    nameObject(shadow, temporary, id);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** git and our own sweeper know names of this kind as leftovers once they are old. */
export function temporaryObject(shadow: string, pid: number): string {
  counter += 1;
  return `${shadow}/tmp/tmp_obj_${pid}_${newId()}_${counter}`;
}

/** Puts a file that the disk has into the object store. */
export function nameObject(shadow: string, temporary: string, id: string): void {
  const file = looseFile(shadow, id);
  try {
    renameSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(file.slice(0, file.lastIndexOf("/"))); // the first of its folder
    renameSync(temporary, file);
  }
}
