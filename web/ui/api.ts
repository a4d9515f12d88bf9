/**
 * The data that server and page exchange. Types only, since the page is bundled for the browser and must not import
 * Node's modules. Times are RFC 3339, sizes bytes, paths relative to the worktree's root.
 */

/** A planned or finished change of a file. A binary file has no line counts, a deleted file no size. */
export interface ShownChange {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted" | "mode" | "renamed";
  /** The name before the change, of a renamed file. */
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
   * The first line of the prompt, redacted. `command` is the first line of the call's command, or the file that the
   * call names.
   */
  readonly title?: string;
  readonly command?: string;
  readonly agent?: string;
  readonly note?: string;
  /** The id of the turn that contains this call. There may be no checkpoint of that turn. */
  readonly turn?: string;
  readonly undone?: true;
  /** Set if the step has not ended. An undo ends it first. */
  readonly open?: true;
  /** The number of steps that an undo undid. */
  readonly count?: number;
  /** The repository to which the row's paths are relative; absent: the page's own. */
  readonly repository?: string;
  /** The other repositories in which the turn changed files. An undo applies to all of them. */
  readonly together?: readonly string[];
}

export interface HistoryView {
  /** Since when and until when snapveil is off; `null` if it is on. */
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
}

/** A row that matches a filter, with its matching paths. */
export interface RowMatch {
  readonly id: string;
  readonly paths: readonly string[];
}

/** Who wrote some lines of a file. */
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

/** The state before or after a change. */
export type Side = "before" | "after";

/** The position of a masked secret. */
export interface SecretPlace {
  readonly side: Side;
  /**
   * The line begins at 1, the column at 0; columns count UTF-16 units of the masked line. `length` is that of the
   * marker.
   */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly kind: string;
  /** The key of the secret in requests: its offset in the unmasked text. */
  readonly at: number;
  /** The index of the line within a secret of several lines, from 0. */
  readonly part: number;
}

/** The changes of a file with masked secrets. */
export interface FileText {
  /** The patch in git's format. */
  readonly patch: string;
  /**
   * The whole file before the change; `after` is the file afterwards. Absent if there is no such file, or it is long.
   */
  readonly before?: string;
  readonly after?: string;
  readonly secrets: readonly SecretPlace[];
}

/** Requests one masked secret in a file of a checkpoint or of a preview. */
export type SecretRequest = { readonly side: Side; readonly at: number } & (
  | { readonly checkpoint: string; readonly file: number }
  | { readonly preview: string; readonly path: string }
);

/** A changed file. Its index in the list is its key in requests. */
export interface ChangedFile extends ShownChange {
  /** A key of the change, equal wherever the same change of the same file occurs. */
  readonly change: string;
  readonly before?: FileSide;
  readonly after?: FileSide;
  /** Set if the file's name is not UTF-8: the file then cannot be chosen alone. */
  readonly unnamable?: true;
}

export interface CheckpointView extends HistoryRow {
  readonly files: readonly ChangedFile[];
}

/** A request to change the worktree: a restore, undo or redo. */
export type RestoreRequest =
  | {
      readonly kind: "restore";
      readonly checkpoint: string;
      readonly after: boolean;
      readonly paths?: readonly string[];
      /** Ignored files that were changed in place are put back, too. */
      readonly kept?: true;
    }
  | {
      readonly kind: "undo";
      /** Undoes only this step and only these hunks of it; if both are absent, the newest step. */
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
  /** The other name of a renamed file. Both are changed together. */
  readonly former?: string;
  readonly state: "there" | "gone" | "edited";
  /**
   * The first line and the line after the last one on the older side; `after`: on the newer side. Set for lines only.
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
  /** Whether everything that was requested is done. */
  readonly keptInPlace: readonly string[];
  /** The restore did everything that was asked for. */
  readonly complete: boolean;
  /** Sentences about git, and about files that no checkpoint contains. */
  readonly notes: readonly string[];
}

/** A later step whose changes a restore also undoes, and in how many files. */
export interface LaterStep extends HistoryRow {
  readonly files: number;
}

/** The plan of a restore. */
export interface PreviewView extends RestoreView {
  /** The later steps whose changes the restore also undoes, newest first. */
  readonly later: readonly LaterStep[];
  /** The key of this plan. A confirmation sends it, so that exactly the shown plan is carried out. */
  readonly preview: string;
}

/** The number of redactions on a day, by place and rule. The day is in UTC: `2026-01-31`. */
export interface RedactionRow {
  readonly day: string;
  readonly place: string;
  readonly rule: string;
  readonly count: number;
}

/** Secrets that were found but not redacted: the person was asked, or the call or prompt was refused. */
export interface AskedRow {
  readonly day: string;
  readonly place: string;
  readonly kind: string;
  readonly verdict: "asked" | "refused";
  readonly count: number;
}

export interface RedactionsView {
  /** The redactions; `asked` holds the secrets that were not redacted. */
  readonly rows: readonly RedactionRow[];
  readonly asked: readonly AskedRow[];
}

/**
 * The sources that an audit from the page searches. Other sources, such as transcripts, can be searched on the command
 * line.
 */
export interface AuditPlaces {
  readonly files: boolean;
  readonly history: boolean;
  readonly checkpoints: boolean;
}

/** The position of a secret, without the secret. */
export interface AuditRow {
  readonly origin: string;
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly confidence: string;
  readonly excerpt: string;
  readonly tracked: boolean;
  readonly remediation: string;
  readonly commit?: string;
  /** The fingerprint of the secret, equal for equal secrets; absent in results of an earlier version. */
  readonly hmac?: string;
}

export interface AuditResult {
  readonly at: string;
  readonly seconds: number;
  readonly places: AuditPlaces;
  readonly findings: readonly AuditRow[];
  /** The number of findings that are not listed. */
  readonly more: number;
  readonly sources: number;
  readonly bytes: number;
  readonly allowed: number;
  readonly unread: readonly { readonly name: string; readonly why: string }[];
  readonly warnings: readonly string[];
}

export interface AuditView {
  readonly result: AuditResult | null;
  readonly running: { readonly bytes: number; readonly total: number } | null;
  /** Why the last audit that the page started failed; `null` if it did not. */
  readonly failure: string | null;
}

/** An event that a hook answered, without its content. */
export interface LogRow {
  readonly time: string;
  readonly agent: string;
  readonly session?: string;
  /** The event's name in the agent's spelling. */
  readonly event: string;
  readonly tool?: string;
  /** The beginning of the command, redacted. */
  readonly command?: string;
  readonly verdict?: string;
  readonly reason?: string;
  /** The rewritten parts of the event. */
  readonly rewrites?: readonly string[];
  readonly error?: true;
  readonly approval?: string;
  readonly usage?: Readonly<Record<string, number>>;
  readonly cost?: number;
}

/** The number of events on a day. The day is in UTC: `2026-01-31`. */
export interface LogDay {
  readonly day: string;
  readonly events: number;
  readonly refused: number;
}

export interface LogView {
  /** The newest few hundred rows, newest first. */
  readonly rows: readonly LogRow[];
  readonly count: number;
  /** The events of all days, whatever day is chosen, oldest first. */
  readonly days: readonly LogDay[];
  /** The possible values of the filters `event` and `agent`. */
  readonly events: readonly string[];
  readonly agents: readonly string[];
}

/** The topic of a live event: the page has to load the topic's data again. */
export type LiveTopic = "history" | "redactions" | "audit" | "log";

export interface Failure {
  readonly error: string;
}
