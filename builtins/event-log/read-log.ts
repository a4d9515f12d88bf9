import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

import { allowsById } from "../../agents/codec/list-found.ts";
import type { Io } from "../../kit/io.ts";
import { isObject, parseJson, type Json } from "../../kit/json.ts";
import type { Settings } from "../../worktree/doors/settings.ts";
import { builtinNamed } from "../registry.ts";
import type { LogEntry } from "./entry.ts";
import { logFileOf, olderLog } from "./log-file.ts";
import { refusalLog } from "./refusal-log.ts";

/** Which entries are wanted. An absent property lets all entries pass. */
export interface LogFilter {
  readonly session?: string;
  /** The event's name as the agent spells it, or a canonical name. */
  readonly event?: string;
  readonly since?: Date;
}

/** The most bytes of a file that are read at once. */
const MOST = 32 * 1024 * 1024;

/** The log files: those in the data folder, and those that the user's settings name. */
export function logFiles(io: Pick<Io, "env" | "platform">, { builtins }: Settings): string[] {
  const entries = Object.values(builtins).flat();
  const named = entries.flatMap(({ name, args }) => (builtinNamed(name)?.afterAll ? (logFileOf(args, io) ?? []) : []));
  return [...new Set([refusalLog(io) ?? [], logFileOf([], io) ?? [], ...named].flat())];
}

/** Reads the entries of log files: the first call gives all of them, later ones only new entries. */
export class LogReader {
  readonly #files: readonly OneFile[];
  /**
   * The ids of all entries returned so far, since one entry may be in two files: the log of refusals and the log of
   * events.
   */
  readonly #ids = new Set<string>();

  constructor(files: readonly string[]) {
    this.#files = files.map((file) => new OneFile(file));
  }

  #isNew({ id }: LogEntry): boolean {
    if (id === undefined) return true;
    const isNew = !this.#ids.has(id);
    this.#ids.add(id);
    return isNew;
  }

  /** The new entries that fit a filter, sorted by time. */
  read(filter: LogFilter = {}): LogEntry[] {
    return this.#files
      .flatMap((file) => file.lines())
      .flatMap((line) => parseEntry(line) ?? [])
      .filter((entry) => fits(entry, filter) && this.#isNew(entry))
      .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
  }
}

/** A log file, and the file to which it was renamed when it was full. */
class OneFile {
  readonly #file: string;
  #isKnown = false;
  #inode: number | undefined;
  #at = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The complete lines that were added since the last call. */
  lines(): string[] {
    const inode = inodeOf(this.#file);
    const lines: string[] = [];
    if (!this.#isKnown || inode !== this.#inode) {
      const older = olderLog(this.#file);
      // The file was renamed since the last call, so its unread lines are in the older file.
      if (!this.#isKnown || (this.#inode !== undefined && inodeOf(older) === this.#inode))
        lines.push(...linesFrom(older, this.#at).lines);
      this.#at = 0;
    }
    this.#isKnown = true;
    this.#inode = inode;
    const found = linesFrom(this.#file, this.#at);
    this.#at = found.end;
    return [...lines, ...found.lines];
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/**
 * The complete lines after an offset in bytes, and the offset after the last one; no lines if the file does not exist.
 */
function linesFrom(file: string, from: number): { lines: string[]; end: number } {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { lines: [], end: 0 };
    throw error;
  }
  try {
    const stats = fstatSync(fd);
    const start = stats.size < from ? 0 : from; // shorter than the offset: the file was emptied, so it is read anew
    const bytes = Buffer.alloc(stats.isFile() ? Math.min(stats.size - start, MOST) : 0);
    const read = bytes.subarray(0, bytes.length === 0 ? 0 : readSync(fd, bytes, 0, bytes.length, start));
    const whole = read.lastIndexOf("\n") + 1;
    const lines = read.subarray(0, whole).toString("utf8").split("\n");
    return { lines: lines.filter((line) => line !== ""), end: start + whole };
  } finally {
    closeSync(fd);
  }
}

/** The entry of a line; `undefined` for a line that is no entry, for instance because a full disk cut it off. */
function parseEntry(line: string): LogEntry | undefined {
  const value = parseJson(line);
  if (!isObject(value)) return undefined;
  const isEntry = SHAPE.every(([key, fits, isOptional]) => {
    const part = value[key];
    return part === undefined ? isOptional : fits(part);
  });
  return isEntry ? withOwnId(value as unknown as LogEntry) : undefined;
}

/**
 * The entry with its own id in its reason. The reason in an entry of an earlier version says how to allow the last
 * refusal, which may be a newer one by now.
 */
function withOwnId(entry: LogEntry): LogEntry {
  const { id, reason } = entry;
  return id === undefined || reason === undefined ? entry : { ...entry, reason: allowsById(reason, id) };
}

const isText = (part: Json): boolean => typeof part === "string";
const isNumber = (part: Json): boolean => typeof part === "number";
const areNumbers = (part: Json): boolean => isObject(part) && Object.values(part).every(isNumber);
const areTexts = (part: Json): boolean => Array.isArray(part) && part.every(isText);
const areFound = (part: Json): boolean =>
  Array.isArray(part) &&
  part.every((one) => isObject(one) && isText(one["kind"] ?? null) && Object.values(one).every(isText));

/** The type of each part of an entry, and whether it may be missing. */
const SHAPE: readonly (readonly [key: keyof LogEntry, fits: (part: Json) => boolean, isOptional: boolean])[] = [
  ["id", isText, true],
  ["time", isText, false],
  ["agent", isText, false],
  ["session", isText, true],
  ["event", isText, false],
  ["canonical", areTexts, false],
  ["tool", isText, true],
  ["command", isText, true],
  ["verdict", isText, true],
  ["reason", isText, true],
  ["rewrites", areTexts, true],
  ["found", areFound, true],
  ["ran", (part) => part === true, true],
  ["folder", isText, true],
  ["sizes", areNumbers, true],
  ["error", (part) => part === true, true],
  ["approval", isText, true],
  ["approval_source", isText, true],
  ["usage", areNumbers, true],
  ["cost", isNumber, true],
];

function fits(entry: LogEntry, { session, event, since }: LogFilter): boolean {
  return (
    (session === undefined || entry.session === session) &&
    (event === undefined || entry.event === event || entry.canonical.includes(event)) &&
    (since === undefined || Date.parse(entry.time) >= since.getTime())
  );
}
