import { closeSync, existsSync, fsyncSync, openSync, readFileSync, readSync, renameSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import type { ObjectId } from "./engine.ts";

/** Trees by the name of the ref that keeps each. */
type Trees = Readonly<Record<string, ObjectId>>;

interface KeepOptions {
  readonly pid: number;
  readonly durable?: boolean;
}

/**
 * Keeps trees alive against git's garbage collection through refs, written as git writes loose ones: a file with the
 * id. They point to trees, which git allows outside refs/heads; there is never a commit.
 */
export function writeRefs(shadow: string, name: string, trees: Trees, options: KeepOptions): void {
  const folder = refsFolder(shadow, name);
  // Half-written refs lie elsewhere: git takes every file below refs/ for a ref.
  makeFolder(folder);
  for (const [role, id] of Object.entries(trees))
    atomicWrite(`${folder}/${role}`, `${id}\n`, { ...options, folder: `${shadow}/tmp` });
}

/**
 * Gives refs another name by one rename, and waits until the disk has them: a tree is never without its ref. A missing
 * or wrong ref, since another process was faster or a crash took it, is written anew.
 */
export function renameRefs(shadow: string, from: string, name: string, trees: Trees, pid: number): void {
  const folder = refsFolder(shadow, name);
  try {
    renameSync(refsFolder(shadow, from), folder);
  } catch {
    return writeRefs(shadow, name, trees, { pid, durable: true });
  }
  const missing = Object.entries(trees).filter(([role, id]) => !isOnDisk(`${folder}/${role}`, `${id}\n`));
  if (missing.length > 0) writeRefs(shadow, name, Object.fromEntries(missing), { pid, durable: true });
}

/** Whether a ref has this text; then the disk has it, too. */
function isOnDisk(file: string, text: string): boolean {
  let fd: number;
  try {
    fd = openSync(file, "r+");
  } catch {
    return false;
  }
  try {
    const bytes = Buffer.alloc(text.length + 1);
    if (bytes.toString("latin1", 0, readSync(fd, bytes)) !== text) return false;
    fsyncSync(fd);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Removes the refs that are files. Maintenance, which alone packs, removes their rows in `packedRefs`. */
export function removeRefs(shadow: string, name: string): void {
  rmSync(refsFolder(shadow, name), { recursive: true, force: true });
}

export function refsFolder(shadow: string, name: string): string {
  return `${shadow}/refs/snapveil/${name}`;
}

/**
 * Refs that are in one file together: `prune` puts them there, as does somebody's `git gc`. Gives name and id of each.
 * If a ref has a file of its own as well, that file counts.
 */
export function packedRefs(shadow: string): ReadonlyMap<string, ObjectId> {
  const file = packedFile(shadow);
  if (!existsSync(file)) return new Map();
  return new Map(
    [...readFileSync(file, "latin1").matchAll(/^([0-9a-f]{40}|[0-9a-f]{64}) (\S+)$/gm)].map(([, id, name]) => [
      name!,
      id!,
    ]),
  );
}

export function packedFile(shadow: string): string {
  return `${shadow}/packed-refs`;
}
