import { closeSync, existsSync, openSync, appendFileSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { nameOf, nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/**
 * Whether this function is called with these words for the first time in a week. A file remembers the words, since each
 * hook is a new process.
 */
export function isFirstTime(io: Pick<Io, "env" | "platform" | "now">, words: readonly string[]): boolean {
  const data = dataDir(io);
  if (data === undefined) return false;
  const folder = join(data, "notices");
  try {
    makeFolder(folder);
    closeSync(openSync(join(folder, nameOfAll(words)), "wx", 0o600));
    forgetOldFiles(folder, io);
    return true;
  } catch {
    return false; // the words are known, or the file cannot be written: no notice is better than one at every event
  }
}

/** Whether `isFirstTime` was called with the words before. */
export function wasSaid(io: Pick<Io, "env" | "platform">, words: readonly string[]): boolean {
  const data = dataDir(io);
  return data !== undefined && existsSync(join(data, "notices", nameOfAll(words)));
}

/** The sentences that were not said in this session before; all sentences without a session or a data folder. */
export function notYetSaid(
  io: Parameters<typeof isFirstTime>[0],
  sessionId: string | undefined,
  sentences: readonly string[],
): readonly string[] {
  if (!sessionId || dataDir(io) === undefined) return sentences;
  return sentences.filter((sentence) => isFirstTime(io, [sessionId, sentence]));
}

/**
 * The lines with which this function was not called before in this session. One file keeps all lines of a session, so
 * no line needs a hash.
 * @param forgotten the result if nothing can be remembered: all lines, or no lines if silence is better
 */
export function newInSession(
  io: Parameters<typeof isFirstTime>[0],
  sessionId: string,
  lines: readonly string[],
  forgotten: readonly string[] = lines,
): readonly string[] {
  const data = dataDir(io);
  if (data === undefined) return forgotten;
  const file = join(data, "taken", nameOf(sessionId));
  try {
    makeFolder(join(data, "taken"));
    const known = new Set(isThere(file) ? readFileSync(file, "utf8").split("\n") : []);
    const news = [...new Set(lines)].filter((line) => !known.has(line));
    if (news.length > 0) appendFileSync(file, news.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    if (known.size === 0) forgetOldFiles(join(data, "taken"), io);
    return news;
  } catch {
    return forgotten;
  }
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/**
 * Milliseconds after which a kept sentence is dropped: the model works on something else by then, and some agents use
 * one id for all sessions.
 */
const HOUR = 60 * 60 * 1000;

/** The key of sentences for the person, which are kept apart from the model's and given at the same event. */
export const forPerson = (dialect: string, sessionId: string): readonly string[] => [dialect, sessionId, "person"];

/** Keeps sentences under a key until the reply to an event can hold them. Sentences that cannot be written are lost. */
export function tellLater(io: World, words: readonly string[], sentences: readonly string[]): void {
  const file = fileIn(dataDir(io), words);
  if (file === undefined) return;
  try {
    const folder = file.slice(0, file.lastIndexOf("/"));
    makeFolder(folder);
    appendFileSync(file, sentences.map((sentence) => `${JSON.stringify(sentence)}\n`).join(""), { mode: 0o600 });
    forgetOldFiles(folder, io);
  } catch {
    // The sentences are lost. The call still ran with the placeholder, and the person gets a notice.
  }
}

/**
 * Removes and returns the sentences kept under a key. If several hooks call this function at once, only one hook gets
 * the sentences.
 */
export function takeUntold(io: World, words: readonly string[], data = dataDir(io)): readonly string[] {
  const file = fileIn(data, words);
  if (file === undefined) return [];
  const mine = `${file}.${io.pid}`;
  try {
    renameSync(file, mine);
    const isStale = io.now().getTime() - statSync(mine).mtimeMs > HOUR;
    const lines = [...new Set(readFileSync(mine, "utf8").split("\n"))].filter((line) => line !== "");
    rmSync(mine, { force: true });
    return isStale ? [] : lines.map((line) => JSON.parse(line) as string);
  } catch {
    return [];
  }
}

/** The file of a key. A short key of plain characters is used as the file's name; any other key is hashed. */
function fileIn(data: string | undefined, words: readonly string[]): string | undefined {
  const name = words.join(".");
  return data && `${data}/untold/${/^[\w.-]{1,100}$/.test(name) ? name : nameOfAll(words)}`;
}
