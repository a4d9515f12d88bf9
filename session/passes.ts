import { existsSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import { nameOf } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/** Entries of a list in the settings that count in one session, for one call or for all. */
export interface SessionPass {
  /** The keys that lead to the list in the settings. */
  readonly setting: readonly string[];
  readonly lines: readonly string[];
  /** The fingerprint of the one call that passes; absent: every call of the session passes. */
  readonly call?: string;
  /** The agent's id of the call that has passed, so that no other call passes with the same arguments. */
  readonly used?: string;
  /** When the person allowed it, in milliseconds since 1970. */
  readonly at: number;
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** Milliseconds after which nothing of this passes any more: some agents use one id for all sessions. */
const DAY = 24 * 60 * 60 * 1000;

/** Adds passes for a session. @param session the name of the session, from `sessionName` */
export function keepPasses(io: World, session: string, passes: readonly SessionPass[]): void {
  const file = fileOf(dataDir(io), session);
  if (file === undefined) return;
  const folder = file.slice(0, file.lastIndexOf("/"));
  makeFolder(folder);
  forgetOldFiles(folder, io, DAY);
  atomicWrite(file, JSON.stringify([...read(file), ...passes]), { pid: io.pid });
}

/** Replaces the passes of a session, for instance after one was used. */
export function replacePasses(io: World, session: string, passes: readonly SessionPass[]): void {
  const file = fileOf(dataDir(io), session);
  if (file !== undefined) atomicWrite(file, JSON.stringify(passes), { pid: io.pid });
}

/** Whether a session may have passes. The test is one system call. */
export function mayHavePasses(data: string | undefined, sessionId: string | undefined): boolean {
  return data !== undefined && sessionId !== undefined && existsSync(`${data}/passes/${sessionName(sessionId)}`);
}

/** The passes of a session that still count. */
export function passesOf(io: World, session: string): readonly SessionPass[] {
  const file = fileOf(dataDir(io), session);
  return file === undefined ? [] : read(file).filter(({ at }) => io.now().getTime() - at < DAY);
}

/** Deletes the passes of a session that has ended. */
export function forgetPasses(io: World, sessionId: string): void {
  const file = fileOf(dataDir(io), sessionName(sessionId));
  if (file !== undefined) rmSync(file, { force: true });
}

/** The name under which a session's passes are kept. */
export function sessionName(sessionId: string): string {
  return nameOf(sessionId);
}

function fileOf(data: string | undefined, session: string): string | undefined {
  return data && `${data}/passes/${nameOf(session)}`;
}

function read(file: string): readonly SessionPass[] {
  try {
    return JSON.parse(readRegularFile(file).bytes.toString("utf8")) as SessionPass[];
  } catch {
    return []; // there is none, or it is incomplete
  }
}
