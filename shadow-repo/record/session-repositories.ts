import { existsSync } from "node:fs";

import { atomicWrite, isFolder, makeFolder, realPath } from "../../kit/files.ts";
import { nameOfAll } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { dataDir, forgetOldFiles } from "../../worktree/doors/data-dir.ts";
import { toText, type GitPath } from "../git-path.ts";
import { findPlace } from "../place.ts";
import { textOfFile } from "../read-disk.ts";
import { isOwnRepository } from "../source/named-git.ts";
import { foundAt, namesBelow } from "../source/on-disk.ts";
import { refusal } from "./recording-limits.ts";

/** The most repositories that one session records beside its own, and the most folders that are searched for them. */
const MOST = 20;
const MOST_FOLDERS = 5000;
/**
 * The most folders that are searched below a folder outside of any worktree: every turn searches again until a
 * repository is found.
 */
const MOST_IN_NONE = 500;

/** Names of folders that are not searched: people do not work in them, and they hold very many folders. */
const PASSED_BY: ReadonlySet<string> = new Set([".git", ".cache", ".venv", "bower_components", "node_modules", "venv"]);

/** The folder that a session began in, and the other repositories that it records. */
export interface SessionRepositories {
  readonly folder: string;
  readonly others: readonly string[];
}

/** The folders in which the search for a session's repositories begins. */
export interface SearchStart {
  /** The top of the session's worktree, or the session's folder if it is in no worktree; without symlinks. */
  readonly root: string;
  /** Folders that the agent names as the session's. */
  readonly named?: readonly string[];
  /** Whether the root is in no worktree: then nothing is written down until a repository is found. */
  readonly isInNone?: boolean;
}

/** The repositories that were written down for a session; `undefined` if none were yet. */
export function readRepositories(io: Io, session: string, data = dataDir(io)): SessionRepositories | undefined {
  const file = data && fileIn(data, session);
  if (!file || !existsSync(file)) return undefined;
  const [folder, ...others] = textOfFile(file).split("\n").slice(0, -1);
  return folder === undefined ? undefined : { folder, others };
}

/**
 * Searches the repositories below a session's folder and below the folders that its agent names, and writes them down,
 * so that later calls for the session need no search.
 */
export function findRepositories(io: Io, session: string, start: SearchStart): SessionRepositories {
  const known = readRepositories(io, session);
  if (known) return known;
  const { root, named = [], isInNone = false } = start;
  const found = new Set(repositoriesBelow(io, root, isInNone ? MOST_IN_NONE : MOST_FOLDERS));
  for (const folder of named) {
    const place = findPlace(io, folder);
    const others = place
      ? [place.worktree.root, ...repositoriesBelow(io, place.worktree.root, MOST_FOLDERS)]
      : isFolder(folder)
        ? repositoriesBelow(io, realPath(folder), MOST_FOLDERS)
        : [];
    for (const one of others) if (one !== root) found.add(one);
  }
  const repositories = { folder: root, others: [...found].filter((one) => isRecordable(io, one)).slice(0, MOST) };
  if (!isInNone || repositories.others.length > 0) write(io, session, repositories);
  return repositories;
}

/**
 * Adds a repository in which the session works, and the repositories below it, to the list of the session's
 * repositories. `undefined` if the session has no list yet or has the most repositories, or if the repository is not
 * recorded.
 */
export function addRepository(io: Io, session: string, root: string): SessionRepositories | undefined {
  const known = readRepositories(io, session);
  if (!known || known.others.length >= MOST || !isRecordable(io, root)) return undefined;
  const members = new Set([known.folder, ...known.others, root]);
  const below = repositoriesBelow(io, root, MOST_FOLDERS).filter((one) => !members.has(one) && isRecordable(io, one));
  const repositories = { ...known, others: [...known.others, root, ...below].slice(0, MOST) };
  write(io, session, repositories);
  return repositories;
}

function isRecordable(io: Io, root: string): boolean {
  const place = root.includes("\n") ? undefined : findPlace(io, root);
  return place?.worktree.root === root && refusal(io, place) === undefined;
}

function write(io: Io, session: string, { folder: root, others }: SessionRepositories): void {
  const file = fileOf(io, session);
  if (file === undefined) return;
  const folder = file.slice(0, file.lastIndexOf("/"));
  makeFolder(folder);
  atomicWrite(file, [root, ...others].map((one) => `${one}\n`).join(""), { pid: io.pid });
  forgetOldFiles(folder, io);
}

/** The repositories below a folder, at most `MOST`, the nearest to the folder first. @param most folders to search */
function repositoriesBelow(io: Io, root: string, most: number): string[] {
  const folders: GitPath[] = [""];
  const found: string[] = [];
  for (let at = 0; at < folders.length && at < most && found.length < MOST; at += 1) {
    const folder = folders[at]!;
    const names = namesBelow(root, folder);
    if (typeof names === "string") continue;
    if (folder !== "" && names.includes(".git") && isOwnRepository(root, folder)) {
      const place = findPlace(io, `${root}/${toText(folder).slice(0, -1)}`);
      if (place?.prefix === "" && place.worktree.root.startsWith(`${root}/`)) found.push(place.worktree.root);
    }
    for (const name of names)
      if (!PASSED_BY.has(name) && foundAt(root, folder + name)?.isDirectory()) folders.push(`${folder}${name}/`);
  }
  return found;
}

function fileOf(io: Io, session: string): string | undefined {
  const data = dataDir(io);
  return data && fileIn(data, session);
}

function fileIn(data: string, session: string): string {
  return `${data}/reach/${nameOfAll([session])}`;
}
