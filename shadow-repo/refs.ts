import { closeSync, existsSync, fsyncSync, openSync, readFileSync, readSync, renameSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import type { ObjectId } from "./engine.ts";

/** Ids of trees, by the last part of the name of the ref that protects each. */
type Trees = Readonly<Record<string, ObjectId>>;

interface KeepOptions {
  readonly pid: number;
  readonly durable?: boolean;
}

/**
 * Protects trees from git's garbage collection by refs, written as git writes loose ones: a file with the id. Each ref
 * points to a tree, which git allows outside of refs/heads; there is no commit.
 */
export function writeRefs(shadow: string, name: string, trees: Trees, options: KeepOptions): void {
  const folder = refsFolder(shadow, name);
  // The temporary files lie in `tmp`, since git takes every file below refs/ for a ref.
  makeFolder(folder);
  for (const [role, id] of Object.entries(trees))
    atomicWrite(`${folder}/${role}`, `${id}\n`, { ...options, folder: `${shadow}/tmp` });
}

/**
 * Renames a folder of refs by one system call, so that a tree is never without its ref, and waits until the disk has
 * the refs. A ref that is then missing or wrong is written again: another process has renamed the folder, or a crash
 * has lost the ref.
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

/** Whether a ref has this text. If so, the file is also flushed to the disk. */
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

/**
 * Removes the ref files below a name. Their rows in `packed-refs` stay: only maintenance, which packs refs, removes
 * rows.
 */
export function removeRefs(shadow: string, name: string): void {
  rmSync(refsFolder(shadow, name), { recursive: true, force: true });
}

export function refsFolder(shadow: string, name: string): string {
  return `${shadow}/refs/snapveil/${name}`;
}

/**
 * The refs in the file `packed-refs`, by name: `prune` and `git gc` write it. A ref that also has a file of its own has
 * the id in that file.
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
