import type { ObjectId, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { Operation, StoredCheckpoint } from "../../journal/history.ts";
import type { BeginRecord } from "../../journal/records.ts";
import type { HunkChoice } from "../hunks/choose-hunks.ts";
import type { KeepStep } from "../kept/plan-kept.ts";
import type { Named } from "./restore-result.ts";

/** The request for an operation: its record in the journal without the fields that `runOperation` adds. */
export type OperationRequest = Omit<BeginRecord, "type" | "id" | "at" | "began" | "pid" | "before" | "coverage">;

/** The input of an operation that is not written into the journal. */
export interface OperationContext extends Named {
  /** The steps of the operation, for sentences about it. */
  readonly steps?: readonly StoredCheckpoint[];
  /**
   * The stories of an undo's files, the id of its oldest step, and the files of which the steps' calls made only a part
   * of the changes, so that the other part stays.
   */
  readonly sparing?: {
    readonly stories: Stories;
    readonly oldest: string;
    readonly inPart: ReadonlySet<GitPath>;
    /** Whether files of `inPart` are left if lines cannot separate the two parts. */
    readonly onlyAgent: boolean;
    /** Whether a person's edits between the steps are undone, too. */
    readonly whole: boolean;
  };
  readonly unended?: Unended;
  /** Id of a step → its files that are left, since somebody else changed them or nobody knows who did. */
  readonly stayingPaths?: ReadonlyMap<string, readonly GitPath[]>;
  /** Whether files become exactly as they were: a person's edits in other lines are not merged in. */
  readonly isExact?: boolean;
  /** The last recorded state, if a step left a command running in the background. */
  readonly beforeBackground?: ObjectId | undefined;
  /** The chosen hunks, if only parts of the files are put back; for an undo also the id of their step. */
  readonly hunks?: HunkChoice & { readonly step?: string };
  /**
   * The steps whose kept ignored files are put back, the oldest first. `isWhole`: whether files that were changed in
   * place are put back, too.
   */
  readonly keeping?: { readonly steps: readonly KeepStep[]; readonly isWhole: boolean };
  /** Folders that the undone undo made: a redo removes them if they are empty. */
  readonly emptyFolders?: readonly GitPath[];
  /**
   * The folders that the undone undo made for its files: a redo removes no others. Absent if an earlier release wrote
   * the undo.
   */
  readonly madeFolders?: readonly GitPath[] | undefined;
  /** The checkpoint whose kept files a restore puts back. */
  readonly keptBefore?: Pick<StoredCheckpoint, "id" | "keep">;
  /** Whether the restore also puts back kept files that were changed in place. */
  readonly isKeptWhole?: boolean;
  /** The steps of an undo; a turn stands for its calls. */
  readonly told?: readonly StoredCheckpoint[];
  /** Every undo, redo and restore of the repository. */
  readonly operations?: readonly Operation[];
}

/** The files of a step that never ended in which a person worked. */
export interface PersonsFiles {
  /** Files that stay: they changed after the step's last call. */
  readonly staying: readonly GitPath[];
  /** Files that are put back although the person may have changed them: no event tells. */
  readonly doubtful: readonly GitPath[];
}

/** Id of a step that never ended → the files in which a person worked. */
export type Unended = ReadonlyMap<string, PersonsFiles>;

/** The changes of one file since the steps began, by their authors. */
export interface Story {
  /** The changes of the steps, oldest first. */
  readonly own: readonly TreeChange[];
  /** The changes in `own` that calls are known to have made. */
  readonly byCalls: readonly TreeChange[];
  /** A step in effect of another session that changed the file since the steps began; the newest of several. */
  readonly other?: StoredCheckpoint;
  /** Whether somebody edited the file between two changes of the steps. */
  readonly isBroken: boolean;
}

/** Path → the story of its file. */
export type Stories = ReadonlyMap<GitPath, Story>;
