import { existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { atomicWrite, isFolder, makeFolder } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/data-dir.ts";
import { isGone, textOfFile } from "./read-disk.ts";
import { nameOfRoot } from "./tracked.ts";

/** The folder for notes about a home. It lies beside the shadow repositories, for a home need not have one. */
export function notesOf(io: Io, root: string): string {
  return `${dataDir(io) ?? ""}/together/${nameOfRoot(root)}`;
}

function fileOf(io: Io, root: string): string {
  return `${notesOf(io, root)}/repositories`;
}

/** The nearest folder around one, itself included, in which a session recorded repositories. */
export function homeRootAround(io: Io, folder: string): string | undefined {
  if (dataDir(io) === undefined || !isFolder(folder)) return undefined;
  for (let root = realpathSync(folder); ; root = dirname(root)) {
    if (existsSync(fileOf(io, root))) return root;
    if (dirname(root) === root) return undefined;
  }
}

/** Notes repositories that are recorded together with a home. */
function noteTogether(io: Io, root: string, further: readonly string[]): void {
  if (dataDir(io) === undefined) return;
  const known = rootsTogether(io, root);
  const all = [...new Set([...known, ...further])].filter((one) => one !== root && !one.includes("\n"));
  if (all.length === known.length) return;
  makeFolder(notesOf(io, root));
  atomicWrite(fileOf(io, root), [root, ...all].map((one) => `${one}\n`).join(""), { pid: io.pid });
}

/**
 * Notes all repositories of a session with its home. A repository beside the home is a home as well, of the
 * repositories below it: an undo there takes back their part, too.
 */
export function noteReach(io: Io, home: string, further: readonly string[]): void {
  noteTogether(io, home, further);
  for (const root of further) {
    const below = isBelow(root, home) ? [] : further.filter((one) => isBelow(one, root));
    if (below.length > 0) noteTogether(io, root, below);
  }
}

/**
 * Whether a step in a repository is one of a home: the repository is the home, the session began there, or came to
 * both.
 */
export function isOfHome(home: string, root: string, began: string | undefined): boolean {
  return root === home || began === home || (began !== undefined && began !== root && isBelow(root, home));
}

function isBelow(root: string, folder: string): boolean {
  return root.startsWith(`${folder}/`);
}

/** The repositories that are noted of a home. */
export function rootsTogether(io: Io, root: string): string[] {
  const file = fileOf(io, root);
  return existsSync(file) ? textOfFile(file).split("\n").slice(1, -1) : [];
}

/** Deletes the notes about homes that are gone. */
export function forgetGoneHomes(data: string): void {
  const folder = `${data}/together`;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [root] = textOfFile(`${folder}/${name}/repositories`).split("\n");
    if (root !== undefined && root !== "" && isGone(root))
      rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}
