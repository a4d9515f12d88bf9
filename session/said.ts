import { closeSync, existsSync, openSync, appendFileSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { nameOf, nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/** Whether these words were never asked about before: each process is new, so a file remembers the words for a week. */
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
    return false; // it is there, or nothing can be written: better silent than at every event
  }
}

/** Whether `isFirstTime` was asked about the words before. */
export function wasSaid(io: Pick<Io, "env" | "platform">, words: readonly string[]): boolean {
  const data = dataDir(io);
  return data !== undefined && existsSync(join(data, "notices", nameOfAll(words)));
}

/** The sentences that were not said in this session yet; all sentences if nothing can remember. */
export function notYetSaid(
  io: Parameters<typeof isFirstTime>[0],
  sessionId: string | undefined,
  sentences: readonly string[],
): readonly string[] {
  if (!sessionId || dataDir(io) === undefined) return sentences;
  return sentences.filter((sentence) => isFirstTime(io, [sessionId, sentence]));
}

/**
 * The lines that were not asked about in this session before. One file remembers all of them, so no line needs a hash.
 * `forgotten` is the answer if nothing can remember: all lines, or none where silence is better.
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
 * Milliseconds after which a sentence is old: the model works on nothing older, and some agents name all their sessions
 * the same.
 */
const HOUR = 60 * 60 * 1000;

/** The words for sentences of the person's, which are kept apart from the model's and told together with them. */
export const forPerson = (dialect: string, sessionId: string): readonly string[] => [dialect, sessionId, "person"];

/** Keeps sentences for the model until its agent takes some. If they cannot be written, none is kept. */
export function tellLater(io: World, words: readonly string[], sentences: readonly string[]): void {
  const file = fileOf(io, words);
  if (file === undefined) return;
  try {
    const folder = file.slice(0, file.lastIndexOf("/"));
    makeFolder(folder);
    appendFileSync(file, sentences.map((sentence) => `${JSON.stringify(sentence)}\n`).join(""), { mode: 0o600 });
    forgetOldFiles(folder, io);
  } catch {
    // the call has run with the placeholder all the same, and the person is told of it
  }
}

/**
 * The texts that were kept under these words; afterwards they count as told. If hooks of one agent ask at the same
 * time, one of them gets the texts.
 */
export function takeUntold(io: World, words: readonly string[]): readonly string[] {
  const file = fileOf(io, words);
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

/** The file for some words. An identifier can hold anything; most are plain, and then no hash has to be loaded. */
function fileOf(io: World, words: readonly string[]): string | undefined {
  const data = dataDir(io);
  const name = words.join(".");
  return data && `${data}/untold/${/^[\w.-]{1,100}$/.test(name) ? name : nameOfAll(words)}`;
}
