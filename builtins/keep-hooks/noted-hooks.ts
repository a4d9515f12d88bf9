import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import { nameOf } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { isObject, parseJson, type Json } from "../../kit/json.ts";
import { dataDir, forgetOldFiles } from "../../worktree/doors/data-dir.ts";
import type { SaidOfHooks } from "./said-of-hooks.ts";

/** The entries about snapveil's hooks in each settings file, by its path, at the time when the agent read the file. */
export type NotedHooks = Readonly<Record<string, SaidOfHooks>>;

/**
 * Notes the hooks that an agent has read. If the note cannot be written, `keep_hooks` compares with the files that
 * `install` wrote.
 */
export function noteHooksOf(io: Io, sessionId: string, noted: NotedHooks): void {
  const file = fileOf(io, sessionId);
  if (file === undefined) return;
  const folder = file.slice(0, file.lastIndexOf("/"));
  try {
    makeFolder(folder);
    atomicWrite(file, JSON.stringify(noted), { pid: io.pid });
    forgetOldFiles(folder, io);
  } catch {
    // without the note, `keep_hooks` compares with the installed files
  }
}

/** The noted hooks; `undefined` if the session began without `note_hooks`, or so long ago that the note was removed. */
export function notedHooksOf(io: Io, sessionId: string | undefined): NotedHooks | undefined {
  const file = sessionId === undefined ? undefined : fileOf(io, sessionId);
  if (file === undefined) return undefined;
  try {
    const value = parseJson(readFileSync(file, "utf8"));
    if (!isObject(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).map(([path, said]) => [
        path,
        { hooks: textsIn(said, "hooks"), weakenings: textsIn(said, "weakenings") },
      ]),
    );
  } catch {
    return undefined;
  }
}

/** Removes the note about the hooks of a session. */
export function forgetHooksOf(io: Io, sessionId: string): void {
  const file = fileOf(io, sessionId);
  if (file !== undefined) rmSync(file, { force: true });
}

function textsIn(said: Json, key: string): string[] {
  const list = isObject(said) ? said[key] : undefined;
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

function fileOf(io: Io, sessionId: string): string | undefined {
  const data = dataDir(io);
  return data && join(data, "hooks-read", nameOf(sessionId));
}
