import type { Account } from "./account.ts";
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from "node:fs";

import { sha256 } from "../../kit/hash.ts";
import { isObject } from "../../kit/json.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { KeptChanges } from "../keep/kept-changes.ts";
import type { KeptStateId } from "../keep/kept-state.ts";
import type { FileStamps } from "../source/unrecorded-files.ts";
import type { Beyond } from "./beyond.ts";
import type { Labels, Scope, Unreached } from "./checkpoint.ts";
import { journalFile, type Moment } from "./journal-file.ts";
import type { Lateness } from "./lateness.ts";

/** Two captures that differ. */
export interface CheckpointRecord extends Labels, Beyond, Lateness {
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
  /** Stamps of files that no state holds, from the time when `before` was captured. */
  readonly unrecorded?: FileStamps;
  /** The time when `before` was captured. */
  readonly startedAt: string;
  /** The capture of `before` as a place in the order of events; absent in records of the first release. */
  readonly began?: Moment;
  /** Bytes of the journal before this record. */
  readonly endedAt?: number;
  readonly createdAt: string;
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** The identity of a tool call without an id. */
  readonly call?: string;
  readonly note?: string;
  /** The id that the turn around a tool call has, should that turn become a checkpoint. */
  readonly turn?: string;
  /**
   * The tie of the turn, which is equal in every repository that recorded it; the next is the root of the worktree that
   * it began in.
   */
  readonly tie?: string;
  readonly home?: string;
  /** Repositories of the session in which the turn is not recorded. */
  readonly unreached?: readonly Unreached[];
  /** Ref and commit of HEAD when `before` was captured; the next is that of the step's end, if it differs. */
  readonly head?: string;
  readonly headAfter?: string;
  /** A turn's calls were announced, so that calls that changed files are checkpoints of their own. */
  readonly callsSeen?: true;
  /** The step never ended: `after` is a later state. */
  readonly isOpen?: true;
  /** Paths that changed since the beginning of those calls of a turn that had not ended at its end. */
  readonly unended?: readonly GitPath[];
  /**
   * The moment of a step that never ended: another step began then, whose first state `after` is. The end comes before
   * every step that began then or later.
   */
  readonly endsAt?: Moment;
  /**
   * Paths that only one side holds though the files existed all along: they became ignored, or are ignored no more. No
   * undo concerns them.
   */
  readonly left?: readonly GitPath[];
  /** The paths among `left` that a sparse checkout added, which an undo names. */
  readonly brought?: readonly GitPath[];
  /**
   * Ignored files that no capture takes in by itself, and that these states hold: they were tracked, edited and are
   * tracked no more.
   */
  readonly kept?: readonly GitPath[];
  /** The ignored files that were kept when `before` was captured; see the folder `keep`. */
  readonly keep?: KeptStateId;
  /** The kept files that the step deleted or changed. */
  readonly keepChanges?: KeptChanges;
}

/** Two trees whose difference is to be taken back. */
export interface Step {
  /** The tree to go back to. */
  readonly target: ObjectId;
  /** The coverage of that tree: files that a whole state does not cover, and the permissions of its files. */
  readonly coverage?: CoverageId;
  /** The expected present tree; any difference from it is an edit made since. */
  readonly expected: ObjectId;
  readonly prefix: GitPath;
  readonly left?: readonly GitPath[];
  readonly brought?: readonly GitPath[];
  readonly kept?: readonly GitPath[];
  /** The only paths that are taken back: the others were taken back before. */
  readonly only?: readonly GitPath[];
}

/** Files are about to change. If its `end` is missing, the process died on the way. */
export interface BeginRecord {
  readonly type: "begin";
  readonly id: string;
  readonly kind: "undo" | "redo" | "restore" | "recover";
  readonly session: string | null;
  readonly at: string;
  readonly began?: Moment;
  readonly pid: number;
  /** The present state, recorded before any file is touched. */
  readonly before: ObjectId;
  readonly coverage?: CoverageId;
  /** The folder below which files are touched. */
  readonly prefix: GitPath;
  /** The only paths that are touched, with the files below them; absent means all. */
  readonly paths?: readonly GitPath[];
  readonly steps: readonly Step[];
  /**
   * New contents of files that no tree holds in this form, since only some of a step's hunks are taken back: id by
   * path.
   */
  readonly made?: Readonly<Record<GitPath, ObjectId>>;
  /** Files that somebody renamed after the steps: name after these → name in the present. */
  readonly followed?: Readonly<Record<GitPath, GitPath>>;
  /** restore: the named checkpoint or operation, and which of its two states. */
  readonly from?: { readonly id: string; readonly side: "before" | "after" };
  /** Whole states instead of differences: `steps` then holds one, whose target is the wanted state. */
  readonly whole?: true;
  /** undo: the checkpoints that are taken back. */
  readonly checkpoints?: readonly string[];
  /** redo, recover: the operation that is taken back. */
  readonly operation?: string;
  /** recover: the state before that operation, which comes back in the operation's files. */
  readonly origin?: ObjectId;
  readonly originCoverage?: CoverageId;
  /** undo: the mark that it shares with the undos of the same command in other repositories. */
  readonly across?: string;
  /** The operation becomes a checkpoint of its own. */
  readonly isCheckpoint?: true;
  /** The ignored files that were kept before any file was touched. */
  readonly keep?: KeptStateId;
}

export interface EndRecord {
  readonly type: "end";
  /** The operation's id. */
  readonly id: string;
  readonly at: string;
  readonly after: ObjectId;
  readonly coverage?: CoverageId;
  /**
   * Paths in which the two states differ though the operation did not touch them: taking the operation back does not
   * concern these paths.
   */
  readonly left?: readonly GitPath[];
  /**
   * By checkpoint: paths in which the checkpoint is still in effect, since they were not asked for or could not be put
   * back; also of a checkpoint that changed a path later than the restored state. By operation that was taken back:
   * paths that are still to be taken back.
   */
  readonly remaining?: Readonly<Record<string, readonly GitPath[]>>;
  /**
   * By checkpoint: the state after it without the hunks that were taken back. In the files that `remaining` names for
   * it the checkpoint is from now on the difference between its state before and this one. An earlier release ignores
   * this, and offers these hunks once more.
   */
  readonly rest?: Readonly<Record<string, ObjectId>>;
  /** Folders without files that the operation made: they go again when it is taken back. */
  readonly folders?: readonly GitPath[];
  /** The operation could put back nothing, so that it counts as none. */
  readonly isVoid?: true;
  /** What became of each path; absent if all were put back, and in records of an earlier release. */
  readonly account?: Account;
}

/** Checkpoints and operations that retention forgets. */
interface ForgetRecord {
  readonly type: "forget";
  readonly ids: readonly string[];
  readonly at: string;
}

/** A checkpoint that prune never forgets. An earlier release passes such a line over. */
export interface PinRecord {
  readonly type: "pin";
  readonly checkpoint: string;
  readonly at: string;
  /** The pin is removed. */
  readonly isOff?: true;
  /** A person's title for the checkpoint, in the place of its own note. */
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
    // A disk that fills up takes a part of the line, and reports the error only at the next write.
    for (let bytes = torn ? begun : line; writeSync(fd, bytes) < bytes.length; ) bytes = begun;
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export interface JournalContents {
  readonly records: readonly JournalRecord[];
  /** Numbers, from 1, of damaged lines and lines of a later version; they are passed over. */
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

/** The record of a line; `undefined` if the line is damaged or of a later version. */
export function parseLine(line: string): JournalRecord | undefined {
  const [, version, sum, json] = /^(\d+) ([0-9a-f]+) (\{[^]*\})$/.exec(line) ?? [];
  if (json === undefined || version !== VERSION || sum !== checksum(json)) return undefined;
  const value: unknown = JSON.parse(json); // the checksum vouches for its shape: we wrote it
  return isObject(value) && TYPES.includes(value["type"]) ? (value as unknown as JournalRecord) : undefined;
}

function checksum(text: string): string {
  return sha256(text).slice(0, 12);
}
