import { existsSync, rmSync, statSync } from "node:fs";

import type { ObjectedItem } from "../agents/codec/outcome.ts";
import { atomicWrite, makeFolder, namesIn, readRegularFile, removeIfEmpty } from "../kit/files.ts";
import { nameOf, nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";

/** The rewritten arguments of a call, kept until the call has run. */
export interface RewrittenCall {
  /** The fingerprint of the arguments before the rewrite, in JSON. */
  readonly given: string;
  /** Each text that was taken out, by its length and its fingerprint. Never the text. */
  readonly taken: readonly (readonly [length: number, fingerprint: string])[];
  readonly found: readonly ObjectedItem[];
  /** The builtin that took the text out. */
  readonly guard?: string;
}

/** A call of a session; a call without an id is known by the tool's name. */
export interface CallName {
  readonly sessionId: string;
  readonly toolUseId?: string | undefined;
  readonly toolName?: string | undefined;
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** Milliseconds after which a call that still runs is forgotten. */
const DAY = 24 * 60 * 60 * 1000;

/** Keeps the rewrite of a call. If it cannot be written, nothing is compared afterwards. */
export function keepRewrittenCall(io: World, call: CallName, rewritten: RewrittenCall): void {
  const folder = folderOf(io, call.sessionId);
  if (folder === undefined) return;
  try {
    forgetOldSessions(io, folder.slice(0, folder.lastIndexOf("/")));
    makeFolder(folder);
    // The name keeps the order of time, for agents that give their calls no ids.
    const file = `${folder}/${io.now().getTime()}.${io.pid}.${idOf(call)}`;
    atomicWrite(file, JSON.stringify(rewritten), { pid: io.pid });
  } catch {
    // a full disk: the call runs with the placeholder all the same
  }
}

/** Whether a rewrite is kept for a call of this session that has not ended yet: one look at the disk. */
export function mayHaveRewritten(io: World, sessionId: string | undefined): boolean {
  const folder = sessionId === undefined ? undefined : folderOf(io, sessionId);
  return folder !== undefined && existsSync(folder);
}

/** The rewrites of a call that has run; each can be asked for once. */
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
    if (call.toolUseId === undefined && !isOld) break; // calls of one tool mostly end in their order
  }
  removeIfEmpty(folder);
  return found;
}

/** Removes the rewrites of a session that has ended. */
export function forgetRewrittenCalls(io: World, sessionId: string): void {
  const folder = folderOf(io, sessionId);
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** Removes old sessions: not every agent tells that a session ends. */
function forgetOldSessions(io: World, folder: string): void {
  for (const name of namesIn(folder)) {
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (stat && io.now().getTime() - stat.mtimeMs > DAY) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}

function folderOf(io: World, sessionId: string): string | undefined {
  const data = dataDir(io);
  return data && `${data}/rewritten/${nameOf(sessionId)}`;
}

function idOf({ toolUseId, toolName = "" }: CallName): string {
  return toolUseId === undefined ? `of-${nameOfAll([toolName])}` : `id-${nameOf(toolUseId)}`;
}

function read(file: string): RewrittenCall | undefined {
  try {
    return JSON.parse(readRegularFile(file).bytes.toString("utf8")) as RewrittenCall;
  } catch {
    return undefined; // half written, or another hook took it
  }
}
