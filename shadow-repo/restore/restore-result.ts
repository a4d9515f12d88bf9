import type { ObjectId } from "../engine.ts";
import type { FileChange } from "../journal/checkpoint.ts";

/** A path and the reason as a short phrase. */
export interface Remark {
  readonly path: string;
  readonly why: string;
}

/** Two trees whose differences in some paths are part of what a restore does. */
interface TreePair {
  /** The present. */
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly paths: readonly string[];
}

/** What undo, redo, reset and restore did, or with a dry run would do. */
export interface RestoreResult {
  /** Whether anything was put back; false for a dry run and where there was nothing to do. */
  readonly restored: boolean;
  /** How many files are now as asked for, those that already were included. */
  readonly files: number;
  /** The id under which the state before this was recorded; `null` where nothing was done. */
  readonly checkpoint: string | null;
  /** Paths that were left as they are. */
  readonly skipped: readonly Remark[];
  /** Paths that were changed after the checkpoint and are put back all the same: `redo` returns the present. */
  readonly conflicts: readonly Remark[];
  /** What happens to each file that differs; a dry run also counts the lines. */
  readonly changes: readonly FileChange[];
  /** Where these changes lie, for `restoreDiff`. */
  readonly pairs: readonly TreePair[];
}

export const NOTHING_RESTORED: RestoreResult = {
  restored: false,
  files: 0,
  checkpoint: null,
  skipped: [],
  conflicts: [],
  changes: [],
  pairs: [],
};
