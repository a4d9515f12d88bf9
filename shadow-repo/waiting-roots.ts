import { existsSync, rmSync, writeFileSync } from "node:fs";

import { makeFolder } from "../kit/files.ts";
import { nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";
import type { Place } from "./place.ts";
import { textOfFile } from "./read-disk.ts";

/**
 * The roots of the worktrees in which a session has begun a step that has not ended. The event that ends the step may
 * name another folder, since an agent follows its shell, and the worktree's `.git` may be gone by then.
 */
export function waitingRoots(io: Io, session: string, data = dataDir(io)): string[] {
  return data ? rootsIn(fileIn(data, session)) : [];
}

function rootsIn(file: string): string[] {
  return textOfFile(file)
    .split("\n")
    .filter((root) => root !== "");
}

/**
 * Notes a worktree of a session. If two hooks write at once, one root may be lost. The turn then ends only in the
 * worktree of its last event, which mostly is the lost root.
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
