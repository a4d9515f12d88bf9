import { existsSync, rmSync, statSync } from "node:fs";

import type { ObjectedItem } from "../agents/codec/outcome.ts";
import { atomicWrite, makeFolder, namesIn, readRegularFile, removeIfEmpty } from "../kit/files.ts";
import { nameOf, nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";

/** A record of a call with rewritten arguments, kept until the call has run. */
export interface RewrittenCall {
  /** The fingerprint of the original arguments, as JSON. */
  readonly given: string;
  /** The length and the fingerprint of each text that was removed, never the text itself. */
  readonly taken: readonly (readonly [length: number, fingerprint: string])[];
  readonly found: readonly ObjectedItem[];
  /** The builtin that removed the texts. */
  readonly guard?: string;
}

/** A call in a session. A call without an id is identified by the tool's name. */
export interface CallName {
  readonly sessionId: string;
  readonly toolUseId?: string | undefined;
  readonly toolName?: string | undefined;
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** Milliseconds after which a call is forgotten, even if it still runs. */
const DAY = 24 * 60 * 60 * 1000;

/** Keeps a rewritten call. If it cannot be written, the arguments are not compared after the call. */
export function keepRewrittenCall(io: World, call: CallName, rewritten: RewrittenCall): void {
  const folder = folderOf(io, call.sessionId);
  if (folder === undefined) return;
  try {
    forgetOldSessions(io, folder.slice(0, folder.lastIndexOf("/")));
    makeFolder(folder);
    // The file's name begins with the time, because calls without an id are taken in the order of their times.
    const file = `${folder}/${io.now().getTime()}.${io.pid}.${idOf(call)}`;
    atomicWrite(file, JSON.stringify(rewritten), { pid: io.pid });
  } catch {
    // The disk may be full. Even without the record the call runs with the placeholder.
  }
}

/** Whether a rewritten call of this session may still be running. The test is one system call. */
export function mayHaveRewritten(data: string | undefined, sessionId: string | undefined): boolean {
  return data !== undefined && sessionId !== undefined && existsSync(folderIn(data, sessionId));
}

/** Removes and returns the records of a call that has run. */
export function takeRewrittenCall(io: World, call: CallName): readonly RewrittenCall[] {
  const folder = folderOf(io, call.sessionId);
  if (folder === undefined) return [];
  const found: RewrittenCall[] = [];
  for (const name of namesIn(folder)
    .filter((one) => one.endsWith(`.${idOf(call)}`))
    .toSorted()) {
    const file = `${folder}/${name}`;
    const rewritten = read(file);
    if (rewritten === undefined) continue;
    const isOld = io.now().getTime() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > DAY;
    rmSync(file, { force: true });
    if (!isOld) found.push(rewritten);
    if (call.toolUseId === undefined && !isOld) break; // a call without an id takes only the oldest record
  }
  removeIfEmpty(folder);
  return found;
}

/** Deletes the rewritten calls of a session that has ended. */
export function forgetRewrittenCalls(io: World, sessionId: string): void {
  const folder = folderOf(io, sessionId);
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** Deletes the folders of old sessions: not every agent reports that a session ends. */
function forgetOldSessions(io: World, folder: string): void {
  for (const name of namesIn(folder)) {
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (stat && io.now().getTime() - stat.mtimeMs > DAY) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}

function folderOf(io: World, sessionId: string): string | undefined {
  const data = dataDir(io);
  return data && folderIn(data, sessionId);
}

function folderIn(data: string, sessionId: string): string {
  return `${data}/rewritten/${nameOf(sessionId)}`;
}

function idOf({ toolUseId, toolName = "" }: CallName): string {
  return toolUseId === undefined ? `of-${nameOfAll([toolName])}` : `id-${nameOf(toolUseId)}`;
}

function read(file: string): RewrittenCall | undefined {
  try {
    return JSON.parse(readRegularFile(file).bytes.toString("utf8")) as RewrittenCall;
  } catch {
    return undefined; // the file is incomplete, or another hook took it
  }
}
