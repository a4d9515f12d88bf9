import { cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";

import { atomicWrite, makeFolder, namesIn, readRegularFile, removeIfEmpty } from "../kit/files.ts";
import { nameOf } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";

/** A state to which undo, redo or restore put files back. */
export interface RestoredState {
  readonly side: "before" | "after";
  /** The id of the checkpoint, or of the operation that was undone. */
  readonly id: string;
  /** When the checkpoint or operation ended, as RFC 3339. */
  readonly at: string;
  readonly title?: string;
  /** Whether the checkpoint is a call of the turn with the title. */
  readonly isCall?: true;
  readonly files: readonly RestoredFile[];
  /** The number of further files that are not listed. */
  readonly more: number;
}

/** A file that was put back, and how it changed. */
interface RestoredFile {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted" | "mode";
  /** Present if not all of the file is as the state has it. */
  readonly part?: RestoredPart;
}

/**
 * The part of a file that was put back: so many hunks of all hunks of the step, all hunks but those that other undos
 * took back (`redone`), or all but later edits in other lines (`edits stay`).
 */
export type RestoredPart = { readonly count: number; readonly of: number } | "redone" | "edits stay";

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** A session in a worktree. `worktree` is its key, needed since some agents use the same id for all sessions. */
export interface NotedSession {
  readonly session: string;
  readonly worktree: string;
}

/**
 * Milliseconds for which a note is kept. A model whose session goes on after this time has to read the files once more
 * anyway.
 */
const OLD = 14 * 24 * 60 * 60 * 1000;

/** The most files of a state that a note lists; the model is given fewer. */
const LISTED = 100;

/**
 * Writes a note that files were put back, for the session's next event. If a file was put back several times, only its
 * newest state is kept.
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

/** Whether there may be a note for a session. The test is one system call. */
export function mayHaveNote(data: string | undefined, session: string | undefined): boolean {
  return Boolean(data && session) && existsSync(folderIn(data!, session!));
}

/**
 * Removes and returns the notes for a session, oldest first. If several hooks call this function at once, only one hook
 * gets the notes.
 */
export function takeRestoredNote(io: World, listener: NotedSession): readonly RestoredState[] {
  const data = dataDir(io);
  if (!data) return [];
  const file = fileIn(data, listener);
  const mine = `${file}.${io.pid}.tmp`;
  try {
    renameSync(file, mine);
  } catch {
    return []; // another hook took the notes, or they are about another worktree
  }
  const isOld = io.now().getTime() - statSync(mine).mtimeMs > OLD;
  const note = readNote(mine);
  rmSync(mine, { force: true });
  removeIfEmpty(file.slice(0, file.lastIndexOf("/")));
  return isOld ? [] : note;
}

/**
 * Copies a session's notes into the temporary state of `explain`, which takes the copies like notes. Returns whether
 * there were any notes.
 */
export function copyNotes(from: World, to: World, session: string | undefined): boolean {
  const [source, target] = [from, to].map((io) => (session ? folderOf(io, session) : undefined));
  if (source === undefined || target === undefined || !existsSync(source)) return false;
  cpSync(source, target, { recursive: true, preserveTimestamps: true });
  return true;
}

/** Deletes notes of sessions that did not go on, and files that killed processes left. */
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
