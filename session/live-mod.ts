import { statSync, utimesSync, writeFileSync } from "node:fs";

import { makeFolder } from "../kit/files.ts";
import { nameOf } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

type World = Pick<Io, "env" | "platform" | "now">;

/**
 * Milliseconds: a mod asks about the rows before a tool's result, too, so a mod that asked lately is at work. One that
 * asked longer ago may have been taken out of a session that goes on.
 */
const LATELY = 10 * 60 * 1000;

/** Remembers that snapveil's mod asked in this session. */
export function noteMod(io: World, sessionId: string | undefined): void {
  const file = fileOf(io, sessionId);
  if (file === undefined) return;
  try {
    utimesSync(file, io.now(), io.now());
  } catch {
    makeNote(file, io);
  }
}

/** Whether a mod of ours looks at the rows of this session before the model does. */
export function isModLive(io: World, sessionId: string | undefined): boolean {
  const file = fileOf(io, sessionId);
  try {
    return file !== undefined && io.now().getTime() - statSync(file).mtimeMs < LATELY;
  } catch {
    return false; // none was heard of, or nothing can be remembered
  }
}

/** Notes that the mod is at work. If nothing can be written, a needless warning is given. */
function makeNote(file: string, io: World): void {
  const folder = file.slice(0, file.lastIndexOf("/"));
  try {
    makeFolder(folder);
    writeFileSync(file, "", { mode: 0o600 });
    forgetOldFiles(folder, io);
  } catch {
    // said above
  }
}

function fileOf(io: World, sessionId: string | undefined): string | undefined {
  const data = dataDir(io);
  return data && sessionId ? `${data}/mods/${nameOf(sessionId)}` : undefined;
}
