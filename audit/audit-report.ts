import type { Confidence } from "../redactors/doors/finding.ts";
import type { Certainty } from "./certainty.ts";
import type { Source, Unread } from "./source.ts";

/** A secret at one position. The secret itself is not included. */
export interface AuditFinding extends Source {
  /** The kind of secret: `github-pat`. */
  readonly kind: string;
  /** The rules that found the secret; those of snapveil come first. */
  readonly rules: readonly string[];
  readonly confidence: Confidence;
  readonly certainty: Certainty;
  /** Line and column begin at 1. Columns count UTF-16 units; the end column is the first one after the secret. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /**
   * `SALT:DIGEST`. Audits of one user give a secret the same value, unless they use different baselines. A line
   * `hmac:SALT:DIGEST` in `.snapveilignore` allows the secret.
   */
  readonly hmac: string;
  /** The text around the secret on its line, with a marker for each secret. */
  readonly excerpt: string;
  /** The author's name and the commit's time as RFC 3339; absent if the finding is not from the history. */
  readonly author?: string;
  readonly date?: string;
}

/** The result of an audit. */
export interface AuditReport {
  /**
   * The new findings, most certain ones first, then in the order of sources and positions. Findings that the baseline
   * or an allowance covers are not included.
   */
  readonly findings: readonly AuditFinding[];
  /** The number of searched texts, and their size in bytes. */
  readonly scanned: { readonly sources: number; readonly bytes: number };
  /** The number of objects of the history that an earlier run found clean. */
  readonly remembered: number;
  readonly binaries: number;
  readonly unread: readonly Unread[];
  /** The number of findings that the baseline contains. */
  readonly known: number;
  /** The number of findings that a comment or `.snapveilignore` allows. */
  readonly allowed: number;
  /** Sentences about files and objects that were skipped. */
  readonly warnings: readonly string[];
}
