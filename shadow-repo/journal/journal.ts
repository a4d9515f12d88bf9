import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from "node:fs";

import { sha256 } from "../../kit/hash.ts";
import { isObject } from "../../kit/json.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { FileStamps } from "../source/unrecorded-files.ts";
import type { Scope, Unreached } from "./checkpoint.ts";
import type { Labels } from "./labels.ts";
import { journalFile, type Moment } from "./journal-file.ts";

/** Two captures that differ. */
export interface CheckpointRecord extends Labels {
  readonly type: "checkpoint";
  readonly id: string;
  readonly session: string | null;
  readonly scope: Scope;
  /** The folder that was captured. */
  readonly prefix: GitPath;
  readonly before: ObjectId;
  readonly after: ObjectId;
  /** The coverage of these trees; absent in records of the first release. */
  readonly coverageBefore?: CoverageId;
  readonly coverageAfter?: CoverageId;
  /** Of files that no state holds, as they were when `before` was captured. */
  readonly unrecorded?: FileStamps;
  /** When `before` was captured. */
  readonly startedAt: string;
  /** The same as a place in the order of events; absent in records of the first release. */
  readonly began?: Moment;
  /** How many bytes of journal there were before this record. */
  readonly endedAt?: number;
  readonly createdAt: string;
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** The identity of a tool call without an id. */
  readonly call?: string;
  readonly note?: string;
  /** The id that the turn around a tool call has, should that turn become a checkpoint. */
  readonly turn?: string;
  /** What the turn is known by in every repository that it was recorded in, and the root of the worktree that it began in. */
  readonly tie?: string;
  readonly home?: string;
  /** Repositories of the session in which the turn is not recorded. */
  readonly unreached?: readonly Unreached[];
  /** Ref and commit of HEAD when `before` was captured, and when it ended if that is another. */
  readonly head?: string;
  readonly headAfter?: string;
  /** Of a turn: its calls were announced, so that those that changed files are checkpoints of their own. */
  readonly callsSeen?: true;
  /** Its end never came: `after` is a state of later. */
  readonly isOpen?: true;
  /** Of a turn: paths that changed since its calls began whose end had not come when the turn ended. */
  readonly unended?: readonly GitPath[];
  /**
   * Of such a step: when another began whose first state `after` is. It comes before all that began then or later.
   */
  readonly endsAt?: Moment;
  /**
   * Paths that only one side holds though the files were there all along: they became ignored, or are ignored no more.
   * No undo concerns them.
   */
  readonly left?: readonly GitPath[];
  /** Those of them that a sparse checkout brought, which an undo names. */
  readonly brought?: readonly GitPath[];
  /**
   * Ignored files that no capture takes in by itself, and that these states hold: they were tracked, edited and let go
   * of.
   */
  readonly kept?: readonly GitPath[];
}

/** Two trees whose difference is to be taken back. */
export interface Step {
  /** The tree to go back to. */
  readonly target: ObjectId;
  /** The coverage of that tree: files that a whole state does not cover, and the permissions of its files. */
  readonly coverage?: CoverageId;
  /** The expected present tree; any difference is an edit made since. */
  readonly expected: ObjectId;
  readonly prefix: GitPath;
  readonly left?: readonly GitPath[];
  readonly brought?: readonly GitPath[];
  readonly kept?: readonly GitPath[];
  /** Only these paths: the others were taken back before. */
  readonly only?: readonly GitPath[];
}

/** Files are about to change. Without its `end` the process died on the way. */
export interface BeginRecord {
  readonly type: "begin";
  readonly id: string;
  readonly kind: "undo" | "redo" | "restore" | "recover";
  readonly session: string | null;
  readonly at: string;
  readonly began?: Moment;
  readonly pid: number;
  /** The present, recorded before anything is touched. */
  readonly before: ObjectId;
  readonly coverage?: CoverageId;
  /** Only below this folder is anything touched. */
  readonly prefix: GitPath;
  /** Only these paths and the files below them; absent means all. */
  readonly paths?: readonly GitPath[];
  readonly steps: readonly Step[];
  /** The new contents of files that no tree holds so, since only some of a step's hunks are taken back: id by path. */
  readonly made?: Readonly<Record<GitPath, ObjectId>>;
  /** restore: the checkpoint, or the operation, that was named, and which of its two states. */
  readonly from?: { readonly id: string; readonly side: "before" | "after" };
  /** Whole states instead of differences: `steps` then holds one, whose target is the state to have. */
  readonly whole?: true;
  /** undo: the checkpoints taken back. */
  readonly checkpoints?: readonly string[];
  /** redo, recover: the operation taken back. */
  readonly operation?: string;
  /** recover: the state before that operation, which is to come back in the files that it was about. */
  readonly origin?: ObjectId;
  readonly originCoverage?: CoverageId;
  /** undo: what it has in common with those that were done together with it in other repositories. */
  readonly across?: string;
  /** Whether it becomes a checkpoint of its own. */
  readonly isCheckpoint?: true;
}

export interface EndRecord {
  readonly type: "end";
  /** The operation's. */
  readonly id: string;
  readonly at: string;
  readonly after: ObjectId;
  readonly coverage?: CoverageId;
  /**
   * Paths in which the two states differ though the operation did not touch them: taking it back does not concern them.
   */
  readonly left?: readonly GitPath[];
  /**
   * By checkpoint: paths in which it is still in effect, since they were not asked for or could not be put back; also of
   * one that changed a path later than the state that it was put back to. By operation that was taken back: paths in
   * which that is still to be done.
   */
  readonly remaining?: Readonly<Record<string, readonly GitPath[]>>;
  /**
   * By checkpoint: the state after it without the hunks that were taken back. In the files that `remaining` names for
   * it the checkpoint is from now on the difference between its state before and this one. An earlier release passes it
   * over, and offers these hunks once more.
   */
  readonly rest?: Readonly<Record<string, ObjectId>>;
  /** It could put back nothing, so that it counts as none. */
  readonly isVoid?: true;
}

/** Checkpoints and operations that retention let go. */
interface ForgetRecord {
  readonly type: "forget";
  readonly ids: readonly string[];
  readonly at: string;
}

/** Prune never forgets this checkpoint. An earlier release passes such a line over. */
export interface PinRecord {
  readonly type: "pin";
  readonly checkpoint: string;
  readonly at: string;
  /** The pin is taken away. */
  readonly isOff?: true;
  /** A person's title for it, in the place of its own note. */
  readonly note?: string;
}

/** Records with states. */
export type StateRecord = CheckpointRecord | BeginRecord | EndRecord;

export type JournalRecord = StateRecord | ForgetRecord | PinRecord;

const VERSION = "1";

const TYPES: readonly unknown[] = ["checkpoint", "begin", "end", "forget", "pin"] satisfies JournalRecord["type"][];

/**
 * Adds a record and waits until the disk has it. One write in append mode, so writers at once do not mix their lines;
 * after a line that a crash cut off, a new one is begun.
 */
export function appendRecord(shadow: string, record: JournalRecord): void {
  const fd = openSync(journalFile(shadow), "a+", 0o600);
  try {
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10;
    const line = Buffer.from(lineOf(record));
    const begun = Buffer.concat([Buffer.from("\n"), line]);
    // A disk that fills up takes a piece of it, and says so only when it is asked again.
    for (let bytes = torn ? begun : line; writeSync(fd, bytes) < bytes.length; ) bytes = begun;
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export interface JournalContents {
  readonly records: readonly JournalRecord[];
  /** Numbers, from 1, of lines that are damaged or of a later version; they are passed over. */
  readonly damaged: readonly number[];
}

/** Every record in the order of writing; empty if there is no journal. */
export function readJournal(shadow: string): JournalContents {
  let text: string;
  try {
    text = readFileSync(journalFile(shadow), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { records: [], damaged: [] };
    throw error;
  }
  const records: JournalRecord[] = [];
  const damaged: number[] = [];
  const seen = new Set<string>(); // no record is written twice: a line that a copy of the file repeats counts once
  for (const [number, line] of text.split("\n").entries()) {
    if (line === "" || seen.has(line)) continue;
    seen.add(line);
    const record = parseLine(line);
    if (record) records.push(record);
    else damaged.push(number + 1);
  }
  return { records, damaged };
}

export function lineOf(record: JournalRecord): string {
  return lineOfJson(JSON.stringify(record));
}

export function lineOfJson(json: string): string {
  return `${VERSION} ${checksum(json)} ${json}\n`;
}

/** `undefined` if the line is damaged or of a later version. */
export function parseLine(line: string): JournalRecord | undefined {
  const [, version, sum, json] = /^(\d+) ([0-9a-f]+) (\{[^]*\})$/.exec(line) ?? [];
  if (json === undefined || version !== VERSION || sum !== checksum(json)) return undefined;
  const value: unknown = JSON.parse(json); // the checksum vouches for its shape: we wrote it
  return isObject(value) && TYPES.includes(value["type"]) ? (value as unknown as JournalRecord) : undefined;
}

function checksum(text: string): string {
  return sha256(text).slice(0, 12);
}
