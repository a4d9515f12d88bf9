/**
 * The shapes that go between server and page. Types only, and of nothing else: the page is bundled for the browser and
 * knows no Node. Times are RFC 3339, sizes in bytes, paths relative to the worktree's root.
 */

/** A change of one file, done or planned; lines are absent for a binary file, the size if it is deleted. */
export interface ShownChange {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted" | "mode";
  readonly size?: number;
  readonly additions?: number;
  readonly deletions?: number;
}

/** A path and the reason as a short phrase. */
interface Remark {
  readonly path: string;
  readonly why: string;
}

/** A change of files: a checkpoint, or an undo or redo that is no checkpoint. */
export interface HistoryRow {
  readonly id: string;
  /** The session's id; `null` for a checkpoint made by hand. */
  readonly session: string | null;
  readonly scope: "turn" | "tool" | "manual" | "restore" | "undo" | "redo" | "recover";
  readonly at: string;
  readonly tool?: string;
  /** The first line of the prompt, or of the call's command or the file that the call names; without secrets. */
  readonly title?: string;
  readonly command?: string;
  readonly agent?: string;
  readonly note?: string;
  /** The id that the turn around a tool call has, should that turn have become a checkpoint. */
  readonly turn?: string;
  readonly undone?: true;
  /** The step has not ended: an undo ends it first. */
  readonly open?: true;
  /** The number of checkpoints that an undo took back. */
  readonly count?: number;
  /** The repository of the row, if that is not the page's own; the row's paths are relative to it. */
  readonly repository?: string;
  /** The other repositories in which the same turn changed files: an undo takes the turn back in all of them. */
  readonly together?: readonly string[];
}

export interface HistoryView {
  /** The time since when and until when hooks do nothing, while snapveil is switched off; `null` if it is on. */
  readonly switchedOff: { readonly since: string; readonly until: string | null } | null;
  readonly worktree: string;
  readonly version: string;
  /** The rows, oldest first. */
  readonly rows: readonly HistoryRow[];
  /** Whether a redo is possible: an undo can be taken back. */
  readonly canRedo: boolean;
}

/** The extent of a row's changes. */
export interface RowSize {
  readonly id: string;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
  /** The first few paths. */
  readonly paths: readonly string[];
}

/** A row that fits a filter, and its paths that do. */
export interface RowMatch {
  readonly id: string;
  readonly paths: readonly string[];
}

/** The author of some lines of a file. */
export interface BlameAuthor {
  readonly by: "agent" | "you" | "before";
  /** The id of the call, or of the turn if no call is known to have written the lines. */
  readonly id?: string;
  readonly title?: string;
  readonly command?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly at?: string;
}

export interface BlameView {
  readonly authors: readonly BlameAuthor[];
  /** The author of each line of the newer side: an index into `authors`, from 0. */
  readonly lines: readonly number[];
}

/** One side of a change. */
export interface FileSide {
  readonly size: number;
  readonly mode: string;
}

/** The state before a change, and the one after it. */
export type Side = "before" | "after";

/** The place of a secret in a text that the page has without it. */
export interface SecretPlace {
  readonly side: Side;
  /**
   * The line, from 1, and the column, from 0 in UTF-16 units of the masked line; `length` is that of the marker there.
   */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly kind: string;
  /** The secret's key in requests: its offset in the text. */
  readonly at: number;
  /** The number of the secret's line, from 0, if the secret has several lines. */
  readonly part: number;
}

/** The change of one file, without secrets. */
export interface FileText {
  /** The patch as git writes it. */
  readonly patch: string;
  /** The whole sides; a side is absent if there is no such file, or the file is long. */
  readonly before?: string;
  readonly after?: string;
  readonly secrets: readonly SecretPlace[];
}

/** Asks for one secret that was masked, in a file of a checkpoint or of a preview. */
export type SecretRequest = { readonly side: Side; readonly at: number } & (
  | { readonly checkpoint: string; readonly file: number }
  | { readonly preview: string; readonly path: string }
);

/** A changed file; its number in the list is its key in requests for its contents. */
export interface ChangedFile extends ShownChange {
  /** The name of this change: equal for the same change of the same file, wherever it stands. */
  readonly change: string;
  readonly before?: FileSide;
  readonly after?: FileSide;
  /** The file's name is no UTF-8, so the file cannot be chosen by itself. */
  readonly unnamable?: true;
}

export interface CheckpointView extends HistoryRow {
  readonly files: readonly ChangedFile[];
}

/** A change of the worktree: one of the engine's three ways back. */
export type RestoreRequest =
  | {
      readonly kind: "restore";
      readonly checkpoint: string;
      readonly after: boolean;
      readonly paths?: readonly string[];
    }
  | {
      readonly kind: "undo";
      /** Only this step, and only these hunks of it; without either, the newest step. */
      readonly step?: string;
      readonly hunks?: readonly string[];
    }
  | { readonly kind: "redo" };

/** A piece of a step that can be taken back by itself. */
export interface HunkPlace {
  readonly id: string;
  readonly path: string;
  readonly kind: "lines" | "mode" | "file";
  /** The other name of a renamed file, which comes and goes with it. */
  readonly former?: string;
  readonly state: "there" | "gone" | "edited";
  /**
   * The first line on the older side, and the line behind the last; present if the hunk is lines. `after` is the newer
   * side's.
   */
  readonly before?: readonly [start: number, end: number];
  readonly after?: readonly [start: number, end: number];
}

/** The result of a restore. */
export interface RestoreView {
  readonly restored: boolean;
  readonly files: number;
  /** The id under which the state before the restore was recorded. */
  readonly checkpoint: string | null;
  readonly skipped: readonly Remark[];
  /** Files that were changed after the checkpoint, and put back all the same. */
  readonly conflicts: readonly Remark[];
  readonly changes: readonly ShownChange[];
  /** The restore did everything that was asked for. */
  readonly complete: boolean;
  /** Notes for a person about git, and about files in no checkpoint, as sentences. */
  readonly notes: readonly string[];
}

/** A step that came later than the restored one, and the number of its files that are put back. */
export interface LaterStep extends HistoryRow {
  readonly files: number;
}

/** The plan of a restore. */
export interface PreviewView extends RestoreView {
  /** Steps in effect whose changes a restore takes along, newest first. */
  readonly later: readonly LaterStep[];
  /** Names this very preview, so that the confirmed plan is the shown one. */
  readonly preview: string;
}

/** Redactions counted by day, then place, then rule; days in UTC as `2026-01-31`. */
export interface RedactionRow {
  readonly day: string;
  readonly place: string;
  readonly rule: string;
  readonly count: number;
}

/** Secrets that were found and not taken out: the person was asked, or the call or prompt was refused. */
export interface AskedRow {
  readonly day: string;
  readonly place: string;
  readonly kind: string;
  readonly verdict: "asked" | "refused";
  readonly count: number;
}

export interface RedactionsView {
  /** The redactions. */
  readonly rows: readonly RedactionRow[];
  readonly asked: readonly AskedRow[];
}

/** The searched places of this worktree: other places, such as transcripts, are for the command line. */
export interface AuditPlaces {
  readonly files: boolean;
  readonly history: boolean;
  readonly checkpoints: boolean;
}

/** The place of a secret, without the secret. */
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
  /** The name of the secret: equal for equal secrets; absent in results of an earlier release. */
  readonly hmac?: string;
}

export interface AuditResult {
  readonly at: string;
  readonly seconds: number;
  readonly places: AuditPlaces;
  readonly findings: readonly AuditRow[];
  /** Number of findings that are left out of a list that would be too long. */
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
  /** The reason why the last audit that the page started gave no result. */
  readonly failure: string | null;
}

/** One event that a hook answered, without its content. */
export interface LogRow {
  readonly time: string;
  readonly agent: string;
  readonly session?: string;
  /** The event's name as the agent spells it. */
  readonly event: string;
  readonly tool?: string;
  /** The beginning of the command, without secrets. */
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

/** The events of one day, which is in UTC as `2026-01-31`. */
export interface LogDay {
  readonly day: string;
  readonly events: number;
  readonly refused: number;
}

export interface LogView {
  /** The rows, newest first: the first few hundred. */
  readonly rows: readonly LogRow[];
  readonly count: number;
  /** The number of events on each day, not only on the chosen one; oldest first. */
  readonly days: readonly LogDay[];
  /** The choices of the filters. */
  readonly events: readonly string[];
  readonly agents: readonly string[];
}

/** The topic of an event in the live stream: its data has changed and is to be asked for again. */
export type LiveTopic = "history" | "redactions" | "audit" | "log";

export interface Failure {
  readonly error: string;
}
