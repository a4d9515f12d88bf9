import { counted } from "../../kit/text.ts";
import type { AuditFinding, AuditReport } from "../audit-report.ts";

/** Turns a report into text that ends with a line break. The text never contains a secret. */
export type Reporter = (report: AuditReport, context: ReporterContext) => string;

interface ReporterContext {
  readonly version: string;
  readonly color: boolean;
  /** Set if a person reads the text at a terminal. */
  readonly person?: Fitting;
}

/** Functions that fit a text into the terminal. Neither accepts colour codes. */
export interface Fitting {
  /** The width of the terminal. */
  readonly columns: number;
  /** Shortens a path in its middle. */
  path(path: string, columns: number): string;
  /** Wraps an indented sentence, with the same indentation on each line. */
  indented(sentence: string, indent: number): string;
}

/** A secret and all its findings, in their order. */
export type SecretFindings = readonly [first: AuditFinding, ...others: AuditFinding[]];

/** Groups findings by secret, that is, by kind and fingerprint. */
export function groupFindings(findings: readonly AuditFinding[]): SecretFindings[] {
  const groups = new Map<string, [AuditFinding, ...AuditFinding[]]>();
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.hmac}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

/**
 * The position of a finding in words: `src/app.ts:3:7 in commit 0123456789ab of 2026-11-26 by Ann`. File names are not
 * escaped, so the text is not safe to print.
 */
export function locationOf({ name, line, column, commit, author, date, origin, agent }: AuditFinding): string {
  const at = `${name}:${line}:${column}`;
  const by = author === undefined ? "" : ` of ${date?.slice(0, 10)} by ${author}`;
  if (commit !== undefined) return `${at} in commit ${commit.slice(0, 12)}${by}`;
  if (origin === "checkpoint") return `${at} in a checkpoint`;
  if (origin === "staged") return `${at} (staged)`;
  return agent === undefined ? at : `${at} (${agent})`;
}

/** A sentence with the numbers of findings and of searched texts. */
export function describeScan(report: AuditReport): string {
  const { findings, scanned, remembered, binaries, known, allowed } = report;
  if (scanned.sources + remembered + binaries === 0) return "Nothing was searched: there was no text.";
  const secrets = groupFindings(findings).length;
  const found =
    findings.length === 0
      ? "No secrets found"
      : `${counted(secrets, "secret")} in ${counted(findings.length, "place")}`;
  const looked = `${counted(scanned.sources, "text")} searched (${toSize(scanned.bytes)})`;
  const rest = [
    remembered > 0 && `${counted(remembered, "object")} known to be clean`,
    binaries > 0 && `${counted(binaries, "binary file")} left out`,
    known > 0 && `${known} known to the baseline`,
    allowed > 0 && `${allowed} allowed`,
  ].filter((part) => part !== false);
  return `${[`${found}; ${looked}`, ...rest].join(", ")}.`;
}

/** A size in decimal units: `812 B`, `3.4 kB`, `120 MB`. */
function toSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ["kB", bytes / 1e3] : bytes < 1e9 ? ["MB", bytes / 1e6] : ["GB", bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
