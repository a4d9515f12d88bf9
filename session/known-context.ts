import { readFileSync, statSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { nameOf, sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { isObject } from "../kit/json.ts";
import { dataDir, forgetFilesOf, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/** The texts that hooks gave to the model in a conversation and that it still remembers. */
export interface KnownContext {
  /** Whether a text was given under this key. */
  has(key: string): boolean;
  /**
   * Whether the conversation began before snapveil kept its texts. If it did, a text that is given once in a
   * conversation is not given in this session.
   */
  readonly isResumed: boolean;
  /** Whether this text is the last one that was given under this key. */
  isLast(key: string, text: string): boolean;
  /** Whether the agent summarized the conversation after the last event with a text. */
  readonly isLost: boolean;
  /** Notes a text as given; `keep` saves the notes once the answer is sent. */
  note(key: string, text?: string): void;
  /** Saves the notes. If they cannot be written, the texts are given again. */
  keep(): void;
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** A conversation of an agent. */
export interface Session {
  readonly dialect: string;
  readonly sessionId: string;
}

interface State {
  /** Key → the last text given under it, or its hash if it is long. */
  readonly keys: Readonly<Record<string, string>>;
  readonly isResumed?: true;
  readonly isLost?: true;
}

const NOTHING: State = { keys: {} };

/**
 * Milliseconds without an event after which a session id stands for a new conversation: some agents use one id for all
 * their conversations.
 */
const STALE = 12 * 60 * 60 * 1000;

/** The known texts of a session; `undefined` without a data folder, so that every text is given each time. */
export function openKnownContext(io: World, session: Session, data = dataDir(io)): KnownContext | undefined {
  const file = fileIn(data, session);
  if (file === undefined) return undefined;
  let before: State | undefined; // read only when needed: most events give no text
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

/**
 * Notes that a conversation was summarized: its texts are given once more at the next event at which the agent takes
 * text.
 */
export function loseKnownContext(io: World, session: Session, data = dataDir(io)): void {
  const file = fileIn(data, session);
  if (file !== undefined) write(file, { keys: {}, isLost: true }, io);
}

/** Notes that an unknown conversation goes on, which may hold texts that an earlier process gave. */
export function resumeKnownContext(io: World, session: Session, data = dataDir(io)): void {
  const file = fileIn(data, session);
  if (file !== undefined && statSync(file, { throwIfNoEntry: false }) === undefined)
    write(file, { keys: {}, isResumed: true }, io);
}

/** Deletes the notes of a session that has ended or begins a new conversation. */
export function forgetKnownContext(io: Pick<Io, "env" | "platform">, sessionId: string, data = dataDir(io)): void {
  if (data === undefined) return;
  try {
    forgetFilesOf(sessionId, folderIn(data));
  } catch {
    // The folder does not exist or may not be changed.
  }
}

function folderIn(data: string): string {
  return `${data}/conversations`;
}

function fileIn(data: string | undefined, { dialect, sessionId }: Session): string | undefined {
  return data && `${folderIn(data)}/${nameOf(sessionId)}.${dialect}`;
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
    // Without the notes, the texts are given again.
  }
}

/** A text, or its hash if the text is long. A short text is not hashed, so that node:crypto need not be loaded. */
function short(text: string): string {
  return text.length <= 64 ? text : sha256(text);
}
