import { existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { atomicWrite, isFolder, makeFolder } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { isGone, textOfFile } from "./read-disk.ts";
import { nameOfRoot } from "./tracked.ts";

/**
 * The folder for notes about a folder in which sessions begin. It lies beside the shadow repositories, since a
 * session's folder need not have one.
 */
export function notesOf(data: string, folder: string): string {
  return `${data}/together/${nameOfRoot(folder)}`;
}

function fileOf(data: string, folder: string): string {
  return `${notesOf(data, folder)}/repositories`;
}

/**
 * The nearest folder with a list of recorded repositories: `folder` itself or one above it; `undefined` if there is
 * none.
 */
export function sessionFolderAround(data: string, folder: string): string | undefined {
  if (!isFolder(folder)) return undefined;
  for (let root = realpathSync(folder); ; root = dirname(root)) {
    if (existsSync(fileOf(data, root))) return root;
    if (dirname(root) === root) return undefined;
  }
}

/** Adds repositories to the list of those that were recorded together with a folder. */
function addNotes({ pid }: Pick<Io, "pid">, data: string, folder: string, roots: readonly string[]): void {
  const known = notedRepositories(data, folder);
  const all = [...new Set([...known, ...roots])].filter((root) => root !== folder && !root.includes("\n"));
  if (all.length === known.length) return;
  makeFolder(notesOf(data, folder));
  atomicWrite(fileOf(data, folder), [folder, ...all].map((root) => `${root}\n`).join(""), { pid });
}

/**
 * Notes the repositories of a session for the folder in which it began. A repository that does not lie below this
 * folder also gets a note of the repositories below itself, so that an undo in it covers them, too.
 */
export function noteRepositories(io: Io, folder: string, roots: readonly string[]): void {
  const data = dataDir(io);
  if (data === undefined) return;
  addNotes(io, data, folder, roots);
  for (const root of roots) {
    const below = isBelow(root, folder) ? [] : roots.filter((other) => isBelow(other, root));
    if (below.length > 0) addNotes(io, data, root, below);
  }
}

/**
 * Whether a step in the repository `root` belongs to the sessions of `folder`: the folder is the repository, or the
 * session began in the folder, or the repository lies below the folder and the session began elsewhere.
 * @param began the folder in which the session began
 */
export function isOfFolder(folder: string, root: string, began: string | undefined): boolean {
  return root === folder || began === folder || (began !== undefined && began !== root && isBelow(root, folder));
}

function isBelow(root: string, folder: string): boolean {
  return root.startsWith(`${folder}/`);
}

/** The repositories in the list of a folder; empty if it has no list. */
export function notedRepositories(data: string, folder: string): string[] {
  const file = fileOf(data, folder);
  return existsSync(file) ? textOfFile(file).split("\n").slice(1, -1) : [];
}

/** Deletes the notes about folders that no longer exist. */
export function forgetGoneFolders(data: string): void {
  const all = `${data}/together`;
  for (const name of existsSync(all) ? readdirSync(all) : []) {
    const [folder] = textOfFile(`${all}/${name}/repositories`).split("\n");
    if (folder !== undefined && folder !== "" && isGone(folder))
      rmSync(`${all}/${name}`, { recursive: true, force: true });
  }
}
