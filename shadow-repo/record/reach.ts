import { existsSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import { nameOfAll } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { dataDir, forgetOldFiles } from "../../worktree/data-dir.ts";
import { toText, type GitPath } from "../git-path.ts";
import { findPlace, placeOfRoot, type Place } from "../place.ts";
import { textOfFile } from "../read-disk.ts";
import { isOwnRepository } from "../source/named-git.ts";
import { foundAt, namesBelow } from "../source/on-disk.ts";

/** Repositories that one session records beside its own, and folders that are looked into to find them. */
const MOST = 20;
const MOST_FOLDERS = 5000;

/** Folders in which nobody works, and that hold a great many others. */
const PASSED_BY: ReadonlySet<string> = new Set([".git", ".cache", ".venv", "bower_components", "node_modules", "venv"]);

/** The worktree that a session began in, and the repositories below it: submodules, clones, linked worktrees. */
export interface Reach {
  readonly home: string;
  readonly further: readonly string[];
}

/** The remembered reach of a session; `undefined` before the first search. */
function readReach(io: Io, session: string): Reach | undefined {
  const file = fileOf(io, session);
  if (file === undefined || !existsSync(file)) return undefined;
  const [home, ...further] = textOfFile(file).split("\n").slice(0, -1);
  return home === undefined ? undefined : { home, further };
}

/** Looks for the repositories below a worktree, once a session. */
export function findReach(io: Io, session: string, { worktree: { root } }: Place): Reach {
  const known = readReach(io, session);
  if (known) return known;
  const reach = { home: root, further: repositoriesBelow(io, root) };
  const file = fileOf(io, session);
  if (file !== undefined) {
    const folder = file.slice(0, file.lastIndexOf("/"));
    makeFolder(folder);
    atomicWrite(file, [root, ...reach.further].map((one) => `${one}\n`).join(""), { pid: io.pid });
    forgetOldFiles(folder, io);
  }
  return reach;
}

/** Those near the top come first, and 20 are enough. */
function repositoriesBelow(io: Io, root: string): string[] {
  const folders: GitPath[] = [""];
  const found: string[] = [];
  for (let at = 0; at < folders.length && at < MOST_FOLDERS && found.length < MOST; at += 1) {
    const folder = folders[at]!;
    const names = namesBelow(root, folder);
    if (typeof names === "string") continue;
    if (folder !== "" && names.includes(".git") && isOwnRepository(root, folder)) {
      const place = folder.includes("\n") ? undefined : findPlace(io, `${root}/${toText(folder).slice(0, -1)}`);
      if (place?.prefix === "" && place.worktree.root.startsWith(`${root}/`)) found.push(place.worktree.root);
    }
    for (const name of names)
      if (!PASSED_BY.has(name) && foundAt(root, folder + name)?.isDirectory()) folders.push(`${folder}${name}/`);
  }
  return found;
}

function fileOf(io: Io, session: string): string | undefined {
  const data = dataDir(io);
  return data && `${data}/reach/${nameOfAll([session])}`;
}

/** The file of a shadow repository that names the worktrees recorded together with its own. */
function furtherFile(shadow: string): string {
  return `${shadow}/further`;
}

/** Notes repositories that are recorded together with a worktree. */
export function noteFurther(io: Io, shadow: string, further: readonly string[]): void {
  const known = furtherIn(shadow);
  const all = new Set([...known, ...further]);
  if (all.size === known.length || !existsSync(shadow)) return;
  atomicWrite(furtherFile(shadow), [...all].map((root) => `${root}\n`).join(""), { pid: io.pid });
}

function furtherIn(shadow: string): string[] {
  return existsSync(furtherFile(shadow)) ? textOfFile(furtherFile(shadow)).split("\n").slice(0, -1) : [];
}

/** The places of repositories that were ever recorded together with a worktree, as far as they are still there. */
export function furtherPlaces(io: Io, { shadow, worktree }: Place): Place[] {
  return furtherIn(shadow).flatMap((root) => {
    const place = existsSync(root) ? placeOfRoot(io, root) : undefined;
    return place && root !== worktree.root && existsSync(`${place.shadow}/HEAD`) ? [place] : [];
  });
}
