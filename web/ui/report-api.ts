/**
 * The data of the page's reports: redactions, audits and the log of events. This file holds types only, as `api.ts`
 * does.
 */

/** The number of redactions on a day, by place and rule. The day is in UTC: `2026-01-31`. */
export interface RedactionRow {
  readonly day: string;
  readonly place: string;
  readonly rule: string;
  readonly count: number;
}

/** Secrets that were found but not redacted: snapveil asked the person, or refused the call or prompt. */
export interface AskedRow {
  readonly day: string;
  readonly place: string;
  readonly kind: string;
  readonly verdict: "asked" | "refused";
  readonly count: number;
}

export interface RedactionsView {
  /** The redactions. `asked` has the secrets that were found but not redacted. */
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
  /** The fingerprint of the secret: equal secrets have equal fingerprints. Absent in results of an earlier version. */
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
  /** The reason why the last audit that the page started failed; `null` if it did not fail. */
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
  /** The beginning of the command that a tool call runs, redacted. */
  readonly command?: string;
  readonly verdict?: string;
  readonly reason?: string;
  /** The parts of the event that snapveil rewrote. */
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
