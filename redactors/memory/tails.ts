import { readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { nameOf } from "../../kit/hash.ts";
import { dataDir, forgetFilesOf, forgetOldFiles } from "../../worktree/doors/data-dir.ts";

/** The most characters of an unfinished line that are kept. A longer line is taken to hold no part of a secret. */
const LONGEST_LINE = 8192;

/** The first line of a private key, and the beginning of its last. */
const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = "-----END ";

/** Matches the end of a line behind which the next line holds the value, as behind `password:`. */
const NAMES_NEXT = /[=:|>\\][-+]?[ \t]*\r?\n$/;

/**
 * The end of a piece of output that may belong to a secret which continues in the next piece: an unfinished line, an
 * unfinished private key's first line, or a last line whose value is on the next line. "" for most pieces, since they
 * end with a line end.
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

/** The least characters at the end of the last piece with which the whole output can be recognized. */
const TELLING = 8;
const COMPARED = 64;

/**
 * Whether a text is the whole output, which the agent sends once more when the tool has ended, and not the next piece.
 * The whole output ends as the last piece did.
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

/**
 * Milliseconds after which a kept end is removed. A command that prints does not wait so long before its next piece.
 */
const HOUR = 60 * 60 * 1000;

/** The stored end of the previous piece of this output; "" if no end is stored. */
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
 * Keeps the end of this piece of output in a file that only the owner can read. If `tail` is empty, removes the file.
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

/** Removes the stored end of a call's output; without `toolUseId`, those of all calls of a session. */
export function forgetTails(io: Place, sessionId: string, toolUseId?: string): void {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    if (toolUseId !== undefined) return rmSync(fileOf(io, { sessionId, toolUseId })!, { force: true });
    forgetFilesOf(sessionId, folder);
  } catch {
    // The folder is missing, or snapveil may not change it.
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
