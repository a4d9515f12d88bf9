import { chmodSync, closeSync, fchmodSync, lstatSync, mkdirSync, openSync, readdirSync, renameSync, rmdirSync, rmSync, symlinkSync, writeSync, type Stats } from "node:fs";

import type { SnapshotEngine } from "./engine.ts";
import { foldersOf, onDisk, type GitPath } from "./git-path.ts";
import type { PlanItem } from "./plan-restore.ts";

/** Names of half-written files; captures ignore them and the next command removes those of a dead one. */
export const TEMPORARY = { prefix: ".snapveil-", suffix: ".tmp" } as const;

let counter = 0;

/**
 * Makes one file what its target says: written beside its place, then renamed onto it, so it is whole at every moment.
 * The permissions of a file that is there are kept, the executable bit apart. `content` is absent for a large file.
 */
export async function putFile(root: string, engine: SnapshotEngine, { path, current, target }: PlanItem, content: Buffer | undefined, operation: string): Promise<void> {
  const place = onDisk(root, path);
  const mode = target!.mode;
  const existing = look(place);
  if (existing?.isFile() && current?.id === target!.id && mode !== "120000") return chmodSync(place, permissions(existing, mode));
  const [folder = ""] = foldersOf(path);
  counter += 1;
  const temporary = onDisk(root, `${folder}${TEMPORARY.prefix}${operation}-${counter}${TEMPORARY.suffix}` satisfies GitPath);
  try {
    // Where there is a file already, so is its folder.
    if (!existing && folder !== "") mkdirSync(onDisk(root, folder), { recursive: true });
    if (mode === "120000") symlinkSync(content ?? Buffer.alloc(0), temporary);
    else await writeFile(temporary, mode, existing, engine, target!.id, content);
    if (existing?.isDirectory()) removeEmptyFolders(root, path); // checked before: there is no file in it
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

async function writeFile(file: Buffer, mode: string, existing: Stats | undefined, engine: SnapshotEngine, id: string, content: Buffer | undefined): Promise<void> {
  // Exclusive: never through a symlink that somebody laid. The user's umask decides about a new file, as with git.
  const fd = openSync(file, "wx", mode === "100755" ? 0o777 : 0o666);
  try {
    if (content) for (let done = 0; done < content.length; ) done += writeSync(fd, content, done);
    else await engine.writeBlobTo(id, fd);
    if (existing?.isFile()) fchmodSync(fd, permissions(existing, mode));
  } finally {
    closeSync(fd);
  }
}

/** As they are, executable for whoever may read where the target says so. */
function permissions(existing: Stats, mode: string): number {
  const bits = existing.mode & 0o777;
  return mode === "100755" ? bits | ((bits & 0o444) >> 2) : bits & ~0o111;
}

function removeEmptyFolders(root: string, folder: GitPath): void {
  for (const name of readdirSync(onDisk(root, folder), { encoding: "latin1" })) removeEmptyFolders(root, `${folder}/${name}`);
  rmdirSync(onDisk(root, folder));
}

function look(place: Buffer): Stats | undefined {
  try {
    return lstatSync(place);
  } catch {
    return undefined;
  }
}
