import { existsSync, rmSync, writeFileSync } from "node:fs";

import { makeFolder } from "../kit/files.ts";
import { nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";
import type { Place } from "./place.ts";
import { textOfFile } from "./read-disk.ts";

/**
 * The worktrees in which a step of a session waits for its end. The event at the end may come from elsewhere: an
 * agent's folder follows its shell, and the `.git` of the worktree may be gone by then.
 */
export function waitingRoots(io: Io, session: string): string[] {
  const file = fileOf(io, session);
  return file === undefined ? [] : rootsIn(file);
}

function rootsIn(file: string): string[] {
  return textOfFile(file)
    .split("\n")
    .filter((root) => root !== "");
}

/**
 * Notes a worktree of a session. Two hooks at once may lose a root of the other; then its turn ends in the folder in
 * which it began, as most do.
 */
export function noteWaitingRoot(io: Io, session: string, { data, worktree: { root } }: Place): void {
  const file = fileIn(data, session);
  const known = existsSync(file) ? rootsIn(file) : [];
  if (known.includes(root) || root.includes("\n")) return;
  const folder = file.slice(0, file.lastIndexOf("/"));
  makeFolder(folder);
  writeFileSync(file, [...known, root].map((one) => `${one}\n`).join(""), { mode: 0o600 });
  forgetOldFiles(folder, io);
}

/** Removes the session's list of waiting roots. */
export function forgetWaitingRoots(io: Io, session: string): void {
  const file = fileOf(io, session);
  if (file !== undefined && existsSync(file)) rmSync(file, { force: true });
}

function fileOf(io: Io, session: string): string | undefined {
  const data = dataDir(io);
  return data && fileIn(data, session);
}

function fileIn(data: string, session: string): string {
  return `${data}/sessions/${nameOfAll([session])}`;
}
