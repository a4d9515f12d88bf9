import { existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { atomicWrite, isFolder, makeFolder } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { isGone, textOfFile } from "./read-disk.ts";
import { nameOfRoot } from "./tracked.ts";

/**
 * The folder for notes about a folder in which sessions begin. It lies beside the shadow repositories, for such a folder
 * need not have one.
 */
export function notesOf(data: string, folder: string): string {
  return `${data}/together/${nameOfRoot(folder)}`;
}

function fileOf(data: string, folder: string): string {
  return `${notesOf(data, folder)}/repositories`;
}

/** The nearest folder around one, itself included, in which a session recorded repositories. */
export function sessionFolderAround(data: string, folder: string): string | undefined {
  if (!isFolder(folder)) return undefined;
  for (let root = realpathSync(folder); ; root = dirname(root)) {
    if (existsSync(fileOf(data, root))) return root;
    if (dirname(root) === root) return undefined;
  }
}

/** Notes repositories that are recorded together with a folder. */
function addNotes({ pid }: Pick<Io, "pid">, data: string, folder: string, roots: readonly string[]): void {
  const known = notedRepositories(data, folder);
  const all = [...new Set([...known, ...roots])].filter((root) => root !== folder && !root.includes("\n"));
  if (all.length === known.length) return;
  makeFolder(notesOf(data, folder));
  atomicWrite(fileOf(data, folder), [folder, ...all].map((root) => `${root}\n`).join(""), { pid });
}

/**
 * Notes all repositories of a session with the folder that it began in. A repository among these has the same note of
 * the repositories below it: an undo there takes back their part, too.
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
 * Whether a step in a repository is one of a folder's sessions: the repository is that folder, the session began there,
 * or came to both.
 */
export function isOfFolder(folder: string, root: string, began: string | undefined): boolean {
  return root === folder || began === folder || (began !== undefined && began !== root && isBelow(root, folder));
}

function isBelow(root: string, folder: string): boolean {
  return root.startsWith(`${folder}/`);
}

/** The repositories that are noted of a folder. */
export function notedRepositories(data: string, folder: string): string[] {
  const file = fileOf(data, folder);
  return existsSync(file) ? textOfFile(file).split("\n").slice(1, -1) : [];
}

/** Deletes the notes about folders that are gone. */
export function forgetGoneFolders(data: string): void {
  const all = `${data}/together`;
  for (const name of existsSync(all) ? readdirSync(all) : []) {
    const [folder] = textOfFile(`${all}/${name}/repositories`).split("\n");
    if (folder !== undefined && folder !== "" && isGone(folder))
      rmSync(`${all}/${name}`, { recursive: true, force: true });
  }
}
