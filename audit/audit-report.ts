import type { Confidence } from "../redactors/doors/finding.ts";
import type { Certainty } from "./certainty.ts";
import type { Source, Unread } from "./source.ts";

/** One secret at one place, without the secret. */
export interface AuditFinding extends Source {
  /** The kind of secret: `github-pat`. */
  readonly kind: string;
  /** Every rule that found the secret, snapveil's own first. */
  readonly rules: readonly string[];
  readonly confidence: Confidence;
  readonly certainty: Certainty;
  /** The line, from 1; columns count UTF-16 units, and the end is behind the last one. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** `SALT:DIGEST`, the same for the same secret in all of a user's runs; goes behind `hmac:` in `.snapveilignore`. */
  readonly hmac: string;
  /** The line around the secret with a marker in the place of every secret. */
  readonly excerpt: string;
  /** The name of the commit's author, and the commit's time as RFC 3339, in a history. */
  readonly author?: string;
  readonly date?: string;
}

/** The result of an audit. */
export interface AuditReport {
  /**
   * The findings, surest first, then in the order of the sources and by place. Known and allowed ones are not among
   * them.
   */
  readonly findings: readonly AuditFinding[];
  /** The number of searched texts, and their bytes. */
  readonly scanned: { readonly sources: number; readonly bytes: number };
  /** Objects of the history that an earlier run found clean. */
  readonly remembered: number;
  readonly binaries: number;
  readonly unread: readonly Unread[];
  /** Findings that the baseline knows. */
  readonly known: number;
  /** Findings that a comment or `.snapveilignore` allows. */
  readonly allowed: number;
  /** Sentences about skipped files and objects, for the person. */
  readonly warnings: readonly string[];
}
