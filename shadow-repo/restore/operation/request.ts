import type { ObjectId, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { Operation, StoredCheckpoint } from "../../journal/history.ts";
import type { BeginRecord } from "../../journal/journal.ts";
import type { HunkChoice } from "../hunks/choose-hunks.ts";
import type { KeepStep } from "../kept/plan-kept.ts";
import type { Named } from "./restore-result.ts";

/** The request; the run adds the rest of the journal's record. */
export type OperationRequest = Omit<BeginRecord, "type" | "id" | "at" | "began" | "pid" | "before" | "coverage">;

/** The parts of an operation that are not written into the journal. */
export interface OperationContext extends Named {
  /** The steps of the operation, for sentences about it. */
  readonly steps?: readonly StoredCheckpoint[];
  /**
   * Who changed the files of an undo's steps, the oldest of these steps, and the files of which the steps' calls made
   * only a part of the changes, so that the other part stays.
   */
  readonly sparing?: { readonly stories: Stories; readonly oldest: string; readonly inPart: ReadonlySet<GitPath> };
  /** Files become what they were, whatever a person edited in other lines. */
  readonly isExact?: boolean;
  /** The last recorded state, if a command of the steps went on in the background. */
  readonly beforeBackground?: ObjectId | undefined;
  /** The chosen hunks, if only parts of the files are put back; for an undo with their one step. */
  readonly hunks?: HunkChoice & { readonly step?: string };
  /** The steps whose kept files are put back, the oldest first; `isWhole`: also files that were changed in place. */
  readonly keeping?: { readonly steps: readonly KeepStep[]; readonly isWhole: boolean };
  /** Folders that an undo made, and that go again if these are empty. */
  readonly emptyFolders?: readonly GitPath[];
  /** The checkpoint whose kept files a restore puts back. */
  readonly keptBefore?: Pick<StoredCheckpoint, "id" | "keep">;
  /** Also those of its files that were changed in place. */
  readonly isKeptWhole?: boolean;
  /** The steps of an undo, each without the calls that its turn holds. */
  readonly told?: readonly StoredCheckpoint[];
  /** The operations until now. */
  readonly operations?: readonly Operation[];
}

/** The changes of one file since the steps began, by their authors. */
export interface Story {
  /** The changes of the steps, oldest first. */
  readonly own: readonly TreeChange[];
  /** The changes among these that calls are known to have made. */
  readonly byCalls: readonly TreeChange[];
  /** Another session that changed the file meanwhile or later, by a step that is in effect. */
  readonly other?: StoredCheckpoint;
  /** The steps' changes do not follow one another: somebody edited the file between them. */
  readonly isBroken: boolean;
}

/** Path → the story of its file. */
export type Stories = ReadonlyMap<GitPath, Story>;
