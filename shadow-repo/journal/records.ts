import type { CoverageId } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { KeptChanges } from "../keep/kept-changes.ts";
import type { KeptStateId } from "../keep/kept-state.ts";
import type { FileStamps } from "../source/unrecorded-files.ts";
import type { Account } from "./account.ts";
import type { Beyond } from "./beyond.ts";
import type { Labels, Scope, Unreached } from "./checkpoint.ts";
import type { Moment } from "./journal-file.ts";
import type { Lateness } from "./lateness.ts";
import type { Losses } from "./losses.ts";

/** A checkpoint: two captures that differ, and facts about the step between them. */
export interface CheckpointRecord extends Labels, Beyond, Lateness {
  readonly type: "checkpoint";
  readonly id: string;
  readonly session: string | null;
  readonly scope: Scope;
  /** The folder that was captured. */
  readonly prefix: GitPath;
  readonly before: ObjectId;
  readonly after: ObjectId;
  /** The coverage of `before`; like that of `after`, absent in records of the first release. */
  readonly coverageBefore?: CoverageId;
  readonly coverageAfter?: CoverageId;
  /** Stamps of files that no state holds, from the time when `before` was captured. */
  readonly unrecorded?: FileStamps;
  /** The time when `before` was captured. */
  readonly startedAt: string;
  /** The moment at which `before` was captured; absent in records of the first release. */
  readonly began?: Moment;
  /** Bytes of the journal before this record. */
  readonly endedAt?: number;
  readonly createdAt: string;
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** The identity of a tool call without an id. */
  readonly call?: string;
  readonly note?: string;
  /** The id of the turn around a tool call. The turn has a checkpoint of that id only if it changed a file. */
  readonly turn?: string;
  /**
   * The key by which the parts of a turn in several repositories are found: each part has an equal key. `home` is the
   * root of the worktree in which the session began.
   */
  readonly tie?: string;
  readonly home?: string;
  /** Repositories of the session in which the turn is not recorded. */
  readonly unreached?: readonly Unreached[];
  /**
   * The ref and commit of HEAD when `before` was captured. `headAfter` is the value at the step's end, if HEAD moved.
   */
  readonly head?: string;
  readonly headAfter?: string;
  /** Whether a turn's calls were announced, so that each call that changed files has a checkpoint of its own. */
  readonly callsSeen?: true;
  /** Whether the step never ended, so that `after` is a later state. */
  readonly isOpen?: true;
  /** If calls of a turn had not ended at the turn's end: the paths that changed since these calls began. */
  readonly unended?: readonly GitPath[];
  /**
   * For a turn that never ended and whose calls were announced: the paths that changed after the last call, or since
   * the last call that had not ended. Absent in records of an earlier release.
   */
  readonly afterCalls?: readonly GitPath[];
  /**
   * For a step that never ended: the moment at which another step began. The state before the other step is this step's
   * `after`. In the history this step ends before every step that began at that moment or later.
   */
  readonly endsAt?: Moment;
  /**
   * Paths that only one of the states holds although their files existed at both times: they became ignored, or are no
   * longer ignored. An undo does not change them.
   */
  readonly left?: readonly GitPath[];
  /** The paths in `left` of files that a widened sparse checkout added. An undo reports that they stay. */
  readonly brought?: readonly GitPath[];
  /**
   * Ignored files that the states hold, although a capture leaves out ignored files: the step edited them and they
   * became ignored or untracked during the step.
   */
  readonly kept?: readonly GitPath[];
  /** The state of the kept ignored files when `before` was captured; see the folder `keep`. */
  readonly keep?: KeptStateId;
  /** The kept files that the step deleted or changed. */
  readonly keepChanges?: KeptChanges;
  /** Ignored files and folders of which no copy is kept, and that the step removed or overwrote. */
  readonly losses?: Losses;
}

/** Two trees whose difference is to be taken back. */
export interface Step {
  /** The tree to go back to. */
  readonly target: ObjectId;
  /** The coverage of `target`: the files that the state does not hold, and the permissions of its files. */
  readonly coverage?: CoverageId;
  /** The expected present tree; any difference from it is an edit made since. */
  readonly expected: ObjectId;
  readonly prefix: GitPath;
  readonly left?: readonly GitPath[];
  readonly brought?: readonly GitPath[];
  readonly kept?: readonly GitPath[];
  /** The only paths that are taken back, since an earlier operation took back the other paths; absent: all paths. */
  readonly only?: readonly GitPath[];
}

/** The record that an operation writes before it changes files. If its end record is missing, the process died. */
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
  /** The only paths that are touched, with the files below these paths; absent: all paths. */
  readonly paths?: readonly GitPath[];
  readonly steps: readonly Step[];
  /**
   * Path → the id of a content that the operation writes and no tree holds, since only some changes of the file are
   * taken back.
   */
  readonly made?: Readonly<Record<GitPath, ObjectId>>;
  /** Name after the steps → present name, of the files that somebody renamed since. */
  readonly followed?: Readonly<Record<GitPath, GitPath>>;
  /** restore: the named checkpoint or operation, and which of its two states. */
  readonly from?: { readonly id: string; readonly side: "before" | "after" };
  /** Whether a whole state is restored instead of differences: the target of the only step in `steps`. */
  readonly whole?: true;
  /** undo: the checkpoints that are taken back. */
  readonly checkpoints?: readonly string[];
  /** redo, recover: the operation that is taken back. */
  readonly operation?: string;
  /** recover: the state before the operation that died, to which that operation's files go back. */
  readonly origin?: ObjectId;
  readonly originCoverage?: CoverageId;
  /** undo: the mark that all undos of one command over several repositories have in common. */
  readonly across?: string;
  /** Whether the operation becomes a checkpoint of its own. */
  readonly isCheckpoint?: true;
  /** The state of the kept ignored files before any file was touched. */
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
   * Paths in which the states before and after differ although the operation did not touch the files. A redo or undo of
   * the operation does not change them.
   */
  readonly left?: readonly GitPath[];
  /**
   * Id of a checkpoint → the paths in which it is still in effect, since the operation did not cover the paths or could
   * not put them back. A checkpoint that lost a path to an undo of an earlier step is listed, too. Also the id of an
   * operation that was taken back in part → the paths in which the operation is still in effect.
   */
  readonly remaining?: Readonly<Record<string, readonly GitPath[]>>;
  /**
   * Id of a checkpoint → the state after it without the hunks that were taken back. In its paths in `remaining`, the
   * checkpoint is from now on the difference between its state before and this state. An earlier release ignores the
   * field and offers the undone hunks again.
   */
  readonly rest?: Readonly<Record<string, ObjectId>>;
  /** Folders without files that the operation made: they are removed when the operation is taken back. */
  readonly folders?: readonly GitPath[];
  /** undo: folders that the operation made for its files; a redo removes no others. */
  readonly madeFolders?: readonly GitPath[];
  /** Set if the operation could put back no file; the history leaves out such an operation. */
  readonly isVoid?: true;
  /** The outcome for each path; absent if all were put back, and in records of an earlier release. */
  readonly account?: Account;
}

/** The ids of checkpoints and operations that prune removed. */
interface ForgetRecord {
  readonly type: "forget";
  readonly ids: readonly string[];
  readonly at: string;
}

/** Pins a checkpoint, so that prune never forgets it, or removes the pin. An earlier release ignores the record. */
export interface PinRecord {
  readonly type: "pin";
  readonly checkpoint: string;
  readonly at: string;
  /** Whether the record removes the pin. */
  readonly isOff?: true;
  /** A person's title for the checkpoint, which replaces the checkpoint's own note. */
  readonly note?: string;
}

/** The records that name trees of states. */
export type StateRecord = CheckpointRecord | BeginRecord | EndRecord;

export type JournalRecord = StateRecord | ForgetRecord | PinRecord;
