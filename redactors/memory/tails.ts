import { readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { nameOf } from "../../kit/hash.ts";
import { dataDir, forgetFilesOf, forgetOldFiles } from "../../worktree/doors/data-dir.ts";

/** A line that is longer is no line of a secret's any more. */
const LONGEST_LINE = 8192;

/** The first line of a private key, and the beginning of its last. */
const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = "-----END ";

/** A line that names the value on the next one. */
const NAMES_NEXT = /[=:|>\\][-+]?[ \t]*\r?\n$/;

/**
 * The end of a text that can be part of a secret which goes on in the next piece: an unfinished line, the first line of
 * an unfinished private key, or a last line that names a value. "" in the usual case, a piece that ends with its line.
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

/** An output that is shorter says too little of itself. */
const TELLING = 8;
const COMPARED = 64;

/**
 * Whether a text is not the next piece but the whole output, which comes once more when the tool has ended: it ends as
 * the last piece did.
 */
export function isWholeOutput(text: string, before: string): boolean {
  const end = before.slice(-COMPARED).trim();
  return end.length < TELLING ? text.trim() === before.trim() : text.trimEnd().endsWith(end);
}

/** The output of one tool call, which comes in pieces. */
export interface OutputOf {
  readonly sessionId: string;
  readonly toolUseId: string;
}

type Place = Pick<Io, "env" | "platform">;

/** Milliseconds after which an end is forgotten: no command that prints goes on for so long without a piece. */
const HOUR = 60 * 60 * 1000;

/** The open end of an earlier piece of this output; "" if there is none. */
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
 * Keeps the open end of this piece, for the owner's eyes alone, or removes that of an earlier piece.
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
    // Nothing can be written; the beginning of the session reports that.
  }
}

/** Removes the kept end of a call that is over, or of all calls of a session. */
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
