import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync } from "node:fs";

import { atomicWrite } from "../../kit/atomic-write.ts";
import { makeFolder } from "../../kit/make-folder.ts";
import type { ObjectId } from "../engine.ts";

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
export function keepTrees(shadow: string, name: string, trees: Trees, options: KeepOptions): void {
  const folder = refsFolder(shadow, name);
  // Half-written they lie elsewhere: git takes every file below refs/ for a ref.
  makeFolder(folder);
  for (const [role, id] of Object.entries(trees))
    atomicWrite(`${folder}/${role}`, `${id}\n`, { ...options, folder: `${shadow}/tmp` });
}

/**
 * Gives refs another name by one rename, and waits until the disk has them: at no moment a tree is without its ref.
 * What is not there as it shall be, since another process was faster or a crash took it, is written anew.
 */
export function renameTrees(shadow: string, from: string, name: string, trees: Trees, pid: number): void {
  const folder = refsFolder(shadow, name);
  try {
    renameSync(refsFolder(shadow, from), folder);
  } catch {
    return keepTrees(shadow, name, trees, { pid, durable: true });
  }
  const missing = Object.entries(trees).filter(([role, id]) => !isOnDisk(`${folder}/${role}`, `${id}\n`));
  if (missing.length > 0) keepTrees(shadow, name, Object.fromEntries(missing), { pid, durable: true });
}

/** Whether a ref says so; then the disk has it, too. */
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

export function letTreesGo(shadow: string, name: string): void {
  rmSync(refsFolder(shadow, name), { recursive: true, force: true });
}

export function refsFolder(shadow: string, name: string): string {
  return `${shadow}/refs/snapveil/${name}`;
}
