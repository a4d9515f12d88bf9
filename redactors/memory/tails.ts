import { readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { nameOf } from "../../kit/hash.ts";
import { dataDir, forgetFilesOf, forgetOldFiles } from "../../worktree/doors/data-dir.ts";

/** The most characters of an unfinished line that are kept; a longer line is no part of a secret. */
const LONGEST_LINE = 8192;

/** The first line of a private key, and the beginning of its last. */
const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = "-----END ";

/** The end of a line that names the value on the next one. */
const NAMES_NEXT = /[=:|>\\][-+]?[ \t]*\r?\n$/;

/**
 * The end of a piece of output that may belong to a secret which goes on in the next piece: an unfinished line, the
 * first line of an unfinished private key, or a last line that names a value. "" for most pieces, which end with a
 * line.
 */
export function openEnd(text: string): string {
  const key = openKey(text);
  if (key === "" && /[\r\n]$/.test(text) && !NAMES_NEXT.test(text.slice(-8))) return "";
  const last = text.trimEnd().length - 1;
  const from = Math.max(text.lastIndexOf("\n", last), text.lastIndexOf("\r", last)) + 1;
  const line = text.slice(Math.max(from, text.length - LONGEST_LINE));
  return key === "" || line.includes(key) ? line : `${key}\n${line}`;
}

function openKey(text: string): string {
  let last: RegExpExecArray | undefined;
  for (const match of text.matchAll(KEY_BEGINS)) last = match;
  return last === undefined || text.includes(KEY_ENDS, last.index + last[0].length) ? "" : last[0];
}

/** The least characters at the end of a piece that suffice to recognize the whole output. */
const TELLING = 8;
const COMPARED = 64;

/**
 * Whether a text is the whole output, sent once more when the tool has ended, and not the next piece: it ends as the
 * last piece did.
 */
export function isWholeOutput(text: string, before: string): boolean {
  const end = before.slice(-COMPARED).trim();
  return end.length < TELLING ? text.trim() === before.trim() : text.trimEnd().endsWith(end);
}

/** Identifies the output of one tool call, which comes in pieces. */
export interface OutputOf {
  readonly sessionId: string;
  readonly toolUseId: string;
}

type Place = Pick<Io, "env" | "platform">;

/** Milliseconds after which a kept end is removed: no command that prints goes so long without a piece. */
const HOUR = 60 * 60 * 1000;

/** The kept end of the previous piece of this output; "" if nothing was kept. */
export function readTail(io: Place, output: OutputOf): string {
  const file = fileOf(io, output);
  if (file === undefined) return "";
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * Keeps the end of this piece in a file that only the owner can read, or removes the file if `tail` is empty.
 * @param before the end that was kept so far
 */
export function keepTail(io: Place & Pick<Io, "pid" | "now">, output: OutputOf, tail: string, before: string): void {
  const file = fileOf(io, output);
  if (file === undefined || tail === before) return;
  try {
    if (tail === "") return rmSync(file, { force: true });
    const folder = folderOf(io)!;
    makeFolder(folder);
    atomicWrite(file, tail, { pid: io.pid });
    if (before === "") forgetOldFiles(folder, io, HOUR);
  } catch {
    // The file cannot be written; snapveil reports that at the start of a session.
  }
}

/** Removes the kept end of a call, or, without `toolUseId`, of all calls of a session. */
export function forgetTails(io: Place, sessionId: string, toolUseId?: string): void {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    if (toolUseId !== undefined) return rmSync(fileOf(io, { sessionId, toolUseId })!, { force: true });
    forgetFilesOf(sessionId, folder);
  } catch {
    // There is no such folder, or snapveil may not change it.
  }
}

function folderOf(io: Place): string | undefined {
  const data = dataDir(io);
  return data && `${data}/tails`;
}

function fileOf(io: Place, { sessionId, toolUseId }: OutputOf): string | undefined {
  const folder = folderOf(io);
  return folder && `${folder}/${nameOf(sessionId)}.${nameOf(toolUseId)}`;
}
