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
export interface Remark {
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
  /** The number of undos that took back a part of the checkpoint. Its size changes with each. */
  readonly parts?: number;
  /** Set if the turn or call has not ended. An undo first ends it. */
  readonly open?: true;
  /** The number of checkpoints that an undo undid. */
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
  /** The part of the checkpoint that was undone, in words: `undone in part: 1 of 3 files`. */
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
  /** A key of the change. Equal changes of the same file have the same key, also in different checkpoints. */
  readonly change: string;
  readonly before?: FileSide;
  readonly after?: FileSide;
  /** Set if the file's name is not UTF-8. Such a file cannot be restored alone. */
  readonly unnamable?: true;
}

export interface CheckpointView extends HistoryRow {
  /** A sentence that tells since when the checkpoint holds, if the state before it was recorded late. */
  readonly late?: string;
  /** The part of the checkpoint that was undone, in words: `undone in part: 1 of 3 files`. */
  readonly undoneInPart?: string;
  readonly files: readonly ChangedFile[];
  /**
   * Ignored files that the turn or call deleted or changed, and of which a copy is kept. Nobody is shown what is in
   * them.
   */
  readonly kept: readonly Pick<ShownChange, "path" | "status">[];
}

/** The topic of a live event. When the event arrives, the page has to load the data of this topic again. */
export type LiveTopic = "history" | "redactions" | "audit" | "log";

export interface Failure {
  readonly error: string;
}
