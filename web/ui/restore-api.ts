import type { Remark, ShownChange, HistoryRow } from "./api.ts";

/** A request to change the worktree: a restore, undo or redo. */
export type RestoreRequest =
  | {
      readonly kind: "restore";
      readonly checkpoint: string;
      readonly after: boolean;
      readonly paths?: readonly string[];
      /** Set if files that git ignores and that were changed in place are put back, too. */
      readonly kept?: true;
    }
  | {
      readonly kind: "undo";
      /**
       * Undo this step, and of this step only `hunks`. Without `hunks` the whole step is undone; without `step` the
       * newest step.
       */
      readonly step?: string;
      readonly hunks?: readonly string[];
      readonly kept?: true;
    }
  | { readonly kind: "redo" };

/** A part of a step that can be undone alone. */
export interface HunkPlace {
  readonly id: string;
  readonly path: string;
  readonly kind: "lines" | "mode" | "file";
  /** The former name of a renamed file. Both names are changed together. */
  readonly former?: string;
  readonly state: "there" | "gone" | "edited";
  /**
   * The first line and the line after the last one, in the older state; `after` has the same for the newer state. Set
   * only if the change is one of lines.
   */
  readonly before?: readonly [start: number, end: number];
  readonly after?: readonly [start: number, end: number];
}

/** The result of a restore, undo or redo. */
export interface RestoreView {
  readonly restored: boolean;
  readonly files: number;
  /** The id of the checkpoint with the state before the restore; `null` if there is none. */
  readonly checkpoint: string | null;
  readonly skipped: readonly Remark[];
  /** Files that were edited after the checkpoint and were restored anyway. */
  readonly conflicts: readonly Remark[];
  readonly changes: readonly ShownChange[];
  /** Files that git ignores and that were changed in place. They stay, unless the request has `kept`. */
  readonly keptInPlace: readonly string[];
  /** Whether everything that was requested is done. */
  readonly complete: boolean;
  /** Sentences about git, and about files that no checkpoint contains. */
  readonly notes: readonly string[];
}

/** A later step whose changes a restore also undoes, with the number of files in which it does so. */
export interface LaterCheckpoint extends HistoryRow {
  readonly files: number;
}

/** The plan of a restore. */
export interface PreviewView extends RestoreView {
  /** The later steps whose changes the restore also undoes, newest first. */
  readonly later: readonly LaterCheckpoint[];
  /**
   * The key of this plan. The request that confirms the plan holds the key, so that exactly the shown plan is carried
   * out.
   */
  readonly preview: string;
}
