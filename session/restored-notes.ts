import { cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";

import { atomicWrite, makeFolder, namesIn, readRegularFile, removeIfEmpty } from "../kit/files.ts";
import { nameOf } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";

/** A state to which files were put back. */
export interface RestoredState {
  readonly side: "before" | "after";
  /** The id of the checkpoint, or of the operation that was taken back. */
  readonly id: string;
  /** The end of the checkpoint or operation, as RFC 3339. */
  readonly at: string;
  readonly title?: string;
  readonly files: readonly RestoredFile[];
  /** Files that are not listed, since there are too many. */
  readonly more: number;
}

/** A file of the restored state, and its change. */
interface RestoredFile {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted" | "mode";
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** A session in one worktree, which its key names: some agents name all their sessions the same. */
export interface NotedSession {
  readonly session: string;
  readonly worktree: string;
}

/** Milliseconds that a note is kept: a model that comes back later reads everything anew. */
const OLD = 14 * 24 * 60 * 60 * 1000;

/** Files of a state that are listed; a model hears of fewer. */
const LISTED = 100;

/**
 * Keeps a note for a session that files were put back, until the session is told. A file that was put back several
 * times has the newest state.
 */
export function keepRestoredNote(io: World, listener: NotedSession, state: RestoredState, data = dataDir(io)): void {
  const file = data && fileIn(data, listener);
  if (!file) return;
  const paths = new Set(state.files.map(({ path }) => path));
  const older = readNote(file).flatMap((one) => {
    const files = one.files.filter(({ path }) => !paths.has(path));
    return files.length + one.more > 0 ? [{ ...one, files }] : [];
  });
  const listed = state.files.slice(0, LISTED);
  const note = [...older, { ...state, files: listed, more: state.more + state.files.length - listed.length }];
  makeFolder(file.slice(0, file.lastIndexOf("/")));
  atomicWrite(file, JSON.stringify(note), io);
}

/** Whether a note may wait for a session: one look at the disk. */
export function mayHaveNote(io: World, session: string | undefined): boolean {
  const folder = session && folderOf(io, session);
  return folder !== undefined && folder !== "" && existsSync(folder);
}

/**
 * The notes that a session was not told yet, oldest first; afterwards they count as told. If several hooks ask at once,
 * one gets the notes.
 */
export function takeRestoredNote(io: World, listener: NotedSession): readonly RestoredState[] {
  const data = dataDir(io);
  if (!data) return [];
  const file = fileIn(data, listener);
  const mine = `${file}.${io.pid}.tmp`;
  try {
    renameSync(file, mine);
  } catch {
    return []; // another hook was faster, or it is of another worktree
  }
  const isOld = io.now().getTime() - statSync(mine).mtimeMs > OLD;
  const note = readNote(mine);
  rmSync(mine, { force: true });
  removeIfEmpty(file.slice(0, file.lastIndexOf("/")));
  return isOld ? [] : note;
}

/** Copies the notes for an explanation, which has a state folder of its own: notes told there are still untold here. */
export function copyNotes(from: World, to: World, session: string | undefined): boolean {
  const [source, target] = [from, to].map((io) => (session ? folderOf(io, session) : undefined));
  if (source === undefined || target === undefined || !existsSync(source)) return false;
  cpSync(source, target, { recursive: true, preserveTimestamps: true });
  return true;
}

/** Removes notes whose session never came back, and leftovers of killed processes. */
export function forgetOldNotes(io: World, data = dataDir(io)): void {
  for (const session of data === undefined ? [] : namesIn(`${data}/told`)) {
    const folder = `${data}/told/${session}`;
    for (const name of namesIn(folder)) {
      const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
      if (stat && io.now().getTime() - stat.mtimeMs > OLD) rmSync(`${folder}/${name}`, { force: true });
    }
    removeIfEmpty(folder);
  }
}

function folderOf(io: World, session: string): string | undefined {
  const data = dataDir(io);
  return data && folderIn(data, session);
}

function folderIn(data: string, session: string): string {
  return `${data}/told/${nameOf(session)}`;
}

function fileIn(data: string, { session, worktree }: NotedSession): string {
  return `${folderIn(data, session)}/${worktree}`;
}

function readNote(file: string): readonly RestoredState[] {
  try {
    const note: unknown = JSON.parse(readRegularFile(file).bytes.toString("utf8"));
    return Array.isArray(note) ? (note as RestoredState[]) : [];
  } catch {
    return [];
  }
}
