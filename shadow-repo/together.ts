import { existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { atomicWrite, isFolder, makeFolder } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { dataDir } from "../worktree/data-dir.ts";
import { placeOf, placeOfRoot, type Place } from "./place.ts";
import { isGone, textOfFile } from "./read-disk.ts";
import { nameOfRoot } from "./tracked.ts";

/** A folder in which sessions begin that record several repositories. */
export interface Home {
  /** Absolute, with links resolved. */
  readonly root: string;
  /** Absent if it is no worktree itself: none of its own files is recorded then. */
  readonly place?: Place;
}

/** The folder of what is noted about a home. It lies beside the shadow repositories, for a home need not have one. */
export function notesOf(io: Io, root: string): string {
  return `${dataDir(io) ?? ""}/together/${nameOfRoot(root)}`;
}

function fileOf(io: Io, root: string): string {
  return `${notesOf(io, root)}/repositories`;
}

/**
 * The home that a command in a folder is about: its worktree, else the nearest folder above in which a session recorded
 * repositories.
 * @throws UserError if there is neither
 */
export function findHome(io: Io, folder: string): Home {
  try {
    const place = placeOf(io, folder);
    return { root: place.worktree.root, place };
  } catch (error) {
    const home = error instanceof UserError ? homeAround(io, folder) : undefined;
    if (!home) throw error;
    return home;
  }
}

/** The nearest folder around one in which a session recorded repositories, itself included. */
export function homeAround(io: Io, folder: string): Home | undefined {
  if (dataDir(io) === undefined || !isFolder(folder)) return undefined;
  for (let root = realpathSync(folder); ; root = dirname(root)) {
    if (existsSync(fileOf(io, root))) return { root };
    if (dirname(root) === root) return undefined;
  }
}

/** Notes repositories that are recorded together with a home. */
export function noteTogether(io: Io, root: string, further: readonly string[]): void {
  if (dataDir(io) === undefined) return;
  const known = rootsTogether(io, root);
  const all = [...new Set([...known, ...further])].filter((one) => one !== root && !one.includes("\n"));
  if (all.length === known.length) return;
  makeFolder(notesOf(io, root));
  atomicWrite(fileOf(io, root), [root, ...all].map((one) => `${one}\n`).join(""), { pid: io.pid });
}

function rootsTogether(io: Io, root: string): string[] {
  const file = fileOf(io, root);
  return existsSync(file) ? textOfFile(file).split("\n").slice(1, -1) : [];
}

/** The places of repositories that were ever recorded together with a home, as far as they are still there. */
export function placesTogether(io: Io, { root: home }: Home): Place[] {
  return rootsTogether(io, home).flatMap((root) => {
    const place = existsSync(root) ? placeOfRoot(io, root) : undefined;
    return place && root !== home && existsSync(`${place.shadow}/HEAD`) ? [place] : [];
  });
}

/** Takes away what is noted of homes that are no more. */
export function forgetGoneHomes(data: string): void {
  const folder = `${data}/together`;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [root] = textOfFile(`${folder}/${name}/repositories`).split("\n");
    if (root !== undefined && root !== "" && isGone(root))
      rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}
