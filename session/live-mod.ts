import { statSync, utimesSync, writeFileSync } from "node:fs";

import { makeFolder } from "../kit/files.ts";
import { nameOf } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

type World = Pick<Io, "env" | "platform" | "now">;

/**
 * Milliseconds for which the mod is taken to be active after a request from it. The mod sends a request before each
 * result of a tool, unless it was removed from the running session.
 */
const LATELY = 10 * 60 * 1000;

/** Notes that snapveil's mod of Claude Code sent a request in this session. */
export function noteMod(io: World, sessionId: string | undefined): void {
  const file = fileOf(io, sessionId);
  if (file === undefined) return;
  try {
    utimesSync(file, io.now(), io.now());
  } catch {
    makeNote(file, io);
  }
}

/** Whether snapveil's mod is active in this session, so that it searches messages before the model gets them. */
export function isModLive(io: World, sessionId: string | undefined): boolean {
  const file = fileOf(io, sessionId);
  try {
    return file !== undefined && io.now().getTime() - statSync(file).mtimeMs < LATELY;
  } catch {
    return false; // there is no note
  }
}

/** Writes the note. If that fails, the person gets a needless warning. */
function makeNote(file: string, io: World): void {
  const folder = file.slice(0, file.lastIndexOf("/"));
  try {
    makeFolder(folder);
    writeFileSync(file, "", { mode: 0o600 });
    forgetOldFiles(folder, io);
  } catch {
    // Without the note, the person gets a needless warning.
  }
}

function fileOf(io: World, sessionId: string | undefined): string | undefined {
  const data = dataDir(io);
  return data && sessionId ? `${data}/mods/${nameOf(sessionId)}` : undefined;
}
