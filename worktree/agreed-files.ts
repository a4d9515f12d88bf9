import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { nameOfAll, sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { isObject, parseJson } from "../kit/json.ts";
import { dataDir, forgetOldFiles } from "./data-dir.ts";

/**
 * A settings file of an agent's in the state in which a command of snapveil's leaves it; no content: the file is
 * deleted.
 */
export interface AgreedFile {
  readonly path: string;
  readonly content: Buffer | undefined;
}

/** Milliseconds for which the note counts: an agent looks at its files within seconds. */
const LASTS = 2 * 60 * 1000;

/**
 * Notes that a person has a command of ours write these files, so that running sessions take them over. Each note is
 * bound to the whole content and ends soon: whoever writes anything else has nothing of it. Only `install` and `uninstall`
 * come here, and only where no agent runs above them: what stands in the file already would be agreed to as well.
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

/** Whether a person agreed to exactly this content a moment ago. */
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
