import { readFileSync, statSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { nameOf, sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { isObject } from "../kit/json.ts";
import { dataDir, forgetFilesOf, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/** The texts that the model of a session was given and still has in its conversation. */
export interface KnownContext {
  /** Whether a text was told under this key. */
  has(key: string): boolean;
  /**
   * Whether the conversation began before snapveil kept its texts; a text that is told only once then counts as told.
   */
  readonly isResumed: boolean;
  /** Whether this text is the last one that was told under this key. */
  isLast(key: string, text: string): boolean;
  /** Whether the conversation was summarized since the last event at which a text was told. */
  readonly isLost: boolean;
  /** Notes a text, to be kept as told once the answer is on its way. */
  note(key: string, text?: string): void;
  /** Saves the notes. If they cannot be written, the texts are told again. */
  keep(): void;
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** A session of one agent. */
export interface Session {
  readonly dialect: string;
  readonly sessionId: string;
}

interface State {
  /** Key → the text that was told last, or its hash. */
  readonly keys: Readonly<Record<string, string>>;
  readonly isResumed?: true;
  readonly isLost?: true;
}

const NOTHING: State = { keys: {} };

/** A conversation that nobody has gone on with for so long is begun anew; some agents name all sessions the same. */
const STALE = 12 * 60 * 60 * 1000;

/** The told texts of a session; `undefined` if there is no place for them, so that everything is told each time. */
export function openKnownContext(io: World, session: Session): KnownContext | undefined {
  const file = fileOf(io, session);
  if (file === undefined) return undefined;
  let before: State | undefined; // read when it is first asked for: most events tell nothing
  const state = () => (before ??= read(file, io));
  const noted: Record<string, string> = {};
  return {
    has: (key) => Object.hasOwn(state().keys, key),
    get isResumed() {
      return state().isResumed === true;
    },
    isLast: (key, text) => Object.hasOwn(state().keys, key) && state().keys[key] === short(text),
    get isLost() {
      return state().isLost === true;
    },
    note: (key, text = "") => void (noted[key] = short(text)),
    keep() {
      if (Object.keys(noted).length === 0) return;
      const { isLost: _, ...rest } = state();
      write(file, { ...rest, keys: { ...rest.keys, ...noted } }, io);
    },
  };
}

/** Forgets the texts of a conversation that was summarized: all are told again, at the next event that takes text. */
export function loseKnownContext(io: World, session: Session): void {
  const file = fileOf(io, session);
  if (file !== undefined) write(file, { keys: {}, isLost: true }, io);
}

/** The conversation goes on with its earlier texts, which may be forgotten by now. */
export function resumeKnownContext(io: World, session: Session): void {
  const file = fileOf(io, session);
  if (file !== undefined && statSync(file, { throwIfNoEntry: false }) === undefined)
    write(file, { keys: {}, isResumed: true }, io);
}

/** Forgets a session that is over, or in which a conversation begins that knows no text. */
export function forgetKnownContext(io: Pick<Io, "env" | "platform">, sessionId: string): void {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    forgetFilesOf(sessionId, folder);
  } catch {
    // There is no such folder, or snapveil may not change it.
  }
}

function folderOf(io: Pick<Io, "env" | "platform">): string | undefined {
  const data = dataDir(io);
  return data && `${data}/conversations`;
}

function fileOf(io: World, { dialect, sessionId }: Session): string | undefined {
  const folder = folderOf(io);
  return folder && `${folder}/${nameOf(sessionId)}.${dialect}`;
}

function read(file: string, io: World): State {
  try {
    if (io.now().getTime() - statSync(file).mtimeMs > STALE) return NOTHING;
    const { keys, ...rest } = JSON.parse(readFileSync(file, "utf8")) as State;
    return isObject(keys) ? { ...rest, keys } : NOTHING;
  } catch {
    return NOTHING;
  }
}

function write(file: string, state: State, io: World): void {
  try {
    const folder = file.slice(0, file.lastIndexOf("/"));
    makeFolder(folder);
    atomicWrite(file, JSON.stringify(state), { pid: io.pid });
    forgetOldFiles(folder, io);
  } catch {
    // told once more, then
  }
}

/** A text, or its hash if it is long: a hash would load node:crypto. */
function short(text: string): string {
  return text.length <= 64 ? text : sha256(text);
}
