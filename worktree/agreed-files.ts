import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { nameOfAll, sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { isObject, parseJson } from "../kit/json.ts";
import { dataDir, forgetOldFiles } from "./data-dir.ts";

/**
 * An agent's settings file as a command of snapveil leaves it. `content` is `undefined` if the command deletes the
 * file.
 */
export interface AgreedFile {
  readonly path: string;
  readonly content: Buffer | undefined;
}

/** Milliseconds for which a note is valid. An agent notices a changed settings file within seconds. */
const LASTS = 2 * 60 * 1000;

/**
 * Notes that a person runs a snapveil command that writes these files, so that the hooks of running sessions accept the
 * change. A note holds the hash of the whole file, so the note allows no other content. Only `install` and `uninstall`
 * call this function, and only if no agent runs the command, because the note also allows the parts of the file that
 * another program wrote before.
 */
export function agreeTo(io: Io, data: string, files: readonly AgreedFile[]): void {
  if (files.length === 0) return;
  const folder = join(data, "agreed");
  makeFolder(folder);
  forgetOldFiles(folder, io, LASTS);
  const until = new Date(io.now().getTime() + LASTS).toISOString();
  for (const { path, content } of files)
    atomicWrite(noteOf(data, path), JSON.stringify({ content: digestOf(path, content), until }), { pid: io.pid });
}

/** Whether a valid note allows exactly this content of a file. `content` is `undefined` for the file's deletion. */
export function isAgreed(io: Io, path: string, content: Buffer | undefined): boolean {
  const data = dataDir(io);
  if (data === undefined) return false;
  try {
    const file = noteOf(data, path);
    const stats = lstatSync(file);
    if (!stats.isFile() || (io.platform !== "win32" && (stats.mode & 0o077) !== 0)) return false;
    const note = parseJson(readFileSync(file, "utf8"));
    if (!isObject(note) || typeof note["until"] !== "string") return false;
    return note["content"] === digestOf(path, content) && Date.parse(note["until"]) > io.now().getTime();
  } catch {
    return false;
  }
}

function noteOf(data: string, path: string): string {
  return join(data, "agreed", `${nameOfAll([path])}.json`);
}

function digestOf(path: string, content: Buffer | undefined): string {
  return content === undefined ? "none" : sha256(Buffer.concat([Buffer.from(`${path}\0`), content]));
}
