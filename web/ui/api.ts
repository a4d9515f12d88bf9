/**
 * The data that server and page exchange. This file holds types only, since the page is bundled for the browser and
 * must not import Node's modules. Times are RFC 3339, sizes are in bytes, paths are relative to the worktree's root.
 */

/**
 * A planned or finished change of a file. For a binary file the line counts are absent, for a deleted file the size.
 */
export interface ShownChange {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted" | "mode" | "renamed";
  /** The former path, if the file was renamed. */
  readonly former?: string;
  readonly size?: number;
  readonly additions?: number;
  readonly deletions?: number;
}

/** A path with a reason in a short phrase. */
interface Remark {
  readonly path: string;
  readonly why: string;
}

/** A row of the history: a checkpoint, or an undo or redo that made no checkpoint. */
export interface HistoryRow {
  readonly id: string;
  /** The session's id; `null` if the checkpoint was made by hand. */
  readonly session: string | null;
  readonly scope: "turn" | "tool" | "manual" | "restore" | "undo" | "redo" | "recover";
  readonly at: string;
  readonly tool?: string;
  /**
   * The first line of the prompt, redacted. `command` is the first line of the command that the call runs, or the file
   * in the call's arguments.
   */
  readonly title?: string;
  readonly command?: string;
  readonly agent?: string;
  readonly note?: string;
  /** The id of the turn that contains this call. The turn itself may have no checkpoint. */
  readonly turn?: string;
  readonly undone?: true;
  /** The number of undos that took back a part of the step. Its size changes with each. */
  readonly parts?: number;
  /** Set if the step has not ended. An undo of such a step first ends it. */
  readonly open?: true;
  /** The number of steps that an undo undid. */
  readonly count?: number;
  /** The repository to which the row's paths are relative; absent for the repository whose page this is. */
  readonly repository?: string;
  /** The other repositories in which the turn changed files. An undo applies to all of them. */
  readonly together?: readonly string[];
}

export interface HistoryView {
  /**
   * The times since when and until when snapveil is switched off; `null` if it is on. `until` is `null` if no end is
   * set.
   */
  readonly switchedOff: { readonly since: string; readonly until: string | null } | null;
  readonly worktree: string;
  readonly version: string;
  /** The rows, oldest first. */
  readonly rows: readonly HistoryRow[];
  /** Whether there is an undo that can be redone. */
  readonly canRedo: boolean;
}

/** The size of a row's changes. */
export interface RowSize {
  readonly id: string;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
  /** The first few paths. */
  readonly paths: readonly string[];
  /** The part of the step that was undone, in words: `undone in part: 1 of 3 files`. */
  readonly undoneInPart?: string;
}

/** A row that matches a filter, with its matching paths. */
export interface RowMatch {
  readonly id: string;
  readonly paths: readonly string[];
}

/** An author of some lines of a file. */
export interface BlameAuthor {
  readonly by: "agent" | "you" | "before";
  /** The id of the call, or of the turn if the call is unknown. */
  readonly id?: string;
  readonly title?: string;
  readonly command?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly at?: string;
}

export interface BlameView {
  readonly authors: readonly BlameAuthor[];
  /** For each line of the newer side, the index of its author in `authors`. */
  readonly lines: readonly number[];
}

/** One side of a change. */
export interface FileSide {
  readonly size: number;
  readonly mode: string;
}

/** One of the two states of a change. */
export type Side = "before" | "after";

/** The position of a secret that a marker replaces. */
export interface SecretPlace {
  readonly side: Side;
  /**
   * Lines are counted from 1, columns from 0, in UTF-16 units of the line with its markers. `length` is the length of
   * the marker.
   */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly kind: string;
  /** The key of the secret in requests: its offset in the text before secrets were replaced by markers. */
  readonly at: number;
  /** The index of the line within a secret of several lines, from 0. */
  readonly part: number;
}

/** The changes of a file. Markers replace its secrets. */
export interface FileText {
  /** The patch in git's format. */
  readonly patch: string;
  /**
   * The whole file before the change; `after` is the whole file after the change. Absent if the file does not exist in
   * that state, or is long.
   */
  readonly before?: string;
  readonly after?: string;
  readonly secrets: readonly SecretPlace[];
}

/** A request for one secret that a marker replaces, in a file of a checkpoint or of a preview. */
export type SecretRequest = { readonly side: Side; readonly at: number } & (
  | { readonly checkpoint: string; readonly file: number }
  | { readonly preview: string; readonly path: string }
);

/** A changed file. Its index in the list is its key in requests. */
export interface ChangedFile extends ShownChange {
  /** A key of the change. Equal changes of the same file have the same key, also in different steps. */
  readonly change: string;
  readonly before?: FileSide;
  readonly after?: FileSide;
  /** Set if the file's name is not UTF-8. Such a file cannot be restored alone. */
  readonly unnamable?: true;
}

export interface CheckpointView extends HistoryRow {
  /** A sentence that tells since when the step holds, if the state before it was recorded late. */
  readonly late?: string;
  /** The part of the step that was undone, in words: `undone in part: 1 of 3 files`. */
  readonly undoneInPart?: string;
  readonly files: readonly ChangedFile[];
  /** Ignored files that the step deleted or changed, and of which a copy is kept. Nobody is shown what is in them. */
  readonly kept: readonly Pick<ShownChange, "path" | "status">[];
}

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
export interface LaterStep extends HistoryRow {
  readonly files: number;
}

/** The plan of a restore. */
export interface PreviewView extends RestoreView {
  /** The later steps whose changes the restore also undoes, newest first. */
  readonly later: readonly LaterStep[];
  /**
   * The key of this plan. The request that confirms the plan holds the key, so that exactly the shown plan is carried
   * out.
   */
  readonly preview: string;
}

/** The topic of a live event. When the event arrives, the page has to load the data of this topic again. */
export type LiveTopic = "history" | "redactions" | "audit" | "log";

export interface Failure {
  readonly error: string;
}
