import { counted } from "../../kit/text.ts";
import type { AuditFinding, AuditReport } from "../audit-report.ts";

/** Turns a report into text that ends with a newline. The text never holds a secret. `color` if a terminal reads it. */
export type Reporter = (report: AuditReport, context: ReporterContext) => string;

interface ReporterContext {
  readonly version: string;
  readonly color: boolean;
}

/** One secret and all of its places, in their order. */
export type SecretFindings = readonly [first: AuditFinding, ...others: AuditFinding[]];

/** The findings by secret: its kind and its fingerprint. */
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
 * The place of a finding, for a person: `src/app.ts:3:7 in commit 0123456789ab of 2026-11-26 by Ann`. The name may hold
 * anything.
 */
export function locationOf({ name, line, column, commit, author, date, origin, agent }: AuditFinding): string {
  const at = `${name}:${line}:${column}`;
  const by = author === undefined ? "" : ` of ${date?.slice(0, 10)} by ${author}`;
  if (commit !== undefined) return `${at} in commit ${commit.slice(0, 12)}${by}`;
  if (origin === "checkpoint") return `${at} in a checkpoint`;
  if (origin === "staged") return `${at} (staged)`;
  return agent === undefined ? at : `${at} (${agent})`;
}

/** The counts of searched texts and of findings, as one sentence. */
export function describeScan(report: AuditReport): string {
  const { findings, scanned, remembered, binaries, known, allowed } = report;
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

/** Bytes as a person says them: `812 B`, `3.4 kB`, `120 MB`. */
function toSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ["kB", bytes / 1e3] : bytes < 1e9 ? ["MB", bytes / 1e6] : ["GB", bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
