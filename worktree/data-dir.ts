import { readdirSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

import { nameOf } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";

/**
 * The folder that holds all of snapveil's state: `SNAPVEIL_DATA_DIR`, else the platform's place for user data
 * (`~/.local/share/snapveil` on Linux, after the XDG base directory specification). `undefined` if neither the variable
 * nor a home folder is set.
 */
export function dataDir(io: Pick<Io, "env" | "platform">): string | undefined {
  const { env, platform } = io;
  const given = env["SNAPVEIL_DATA_DIR"];
  if (given && isAbsolute(given)) return given;
  if (platform === "win32") return env["LOCALAPPDATA"] && join(env["LOCALAPPDATA"], "snapveil", "data");
  const home = env["HOME"] || undefined;
  // `join` would make Node compile `node:path`, which no other part of a hook needs.
  if (platform === "darwin") return home && `${home}/Library/Application Support/snapveil`;
  // By the XDG specification a relative path is invalid and has to be ignored.
  const xdg = env["XDG_DATA_HOME"];
  if (xdg && isAbsolute(xdg)) return `${xdg}/snapveil`;
  return home && `${home}/.local/share/snapveil`;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Deletes the files of a folder that were last changed more than `age` milliseconds ago. */
export function forgetOldFiles(folder: string, io: Pick<Io, "now">, age = WEEK): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && io.now().getTime() - stat.mtimeMs > age) rmSync(file, { force: true });
  }
}

/**
 * Deletes a session's files in a folder: their names begin with the session's hashed id.
 * @throws if the folder is missing
 */
export function forgetFilesOf(sessionId: string, folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(`${nameOf(sessionId)}.`)) rmSync(join(folder, name), { force: true });
}
