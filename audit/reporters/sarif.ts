import { sha256 } from "../../kit/hash.ts";
import type { AuditFinding } from "../audit-report.ts";
import { remediation } from "../remediation.ts";
import { locationOf, type Reporter } from "./reporter.ts";

/**
 * Certainty → SARIF level, and rank from 0 to 100: a doubtful finding is no error, and a higher rank is listed first.
 */
const LEVELS = { certain: "error", likely: "error", doubtful: "warning" } as const;
const RANKS = { certain: 95, likely: 60, doubtful: 15 } as const;

/** SARIF 2.1.0 for code scanning services. The snippet is the redacted line. */
const sarif: Reporter = (report, { version }) => {
  const kinds = [...new Set(report.findings.map(({ kind }) => kind))].sort();
  const lineHash = lineHasher();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "snapveil", version, rules: kinds.map(toRule) } },
        columnKind: "utf16CodeUnits",
        results: report.findings.map((finding) => toResult(finding, kinds.indexOf(finding.kind), lineHash(finding))),
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: report.unread.map(({ name, why }) => ({
              level: "warning",
              message: { text: `Not read: ${name} (${why})` },
            })),
          },
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

export default sarif;

function toRule(kind: string): object {
  return {
    id: kind,
    shortDescription: { text: `A secret of the kind ${kind}` },
    help: { text: remediation(kind) },
    properties: { tags: ["security", "secret"], "security-severity": "8.0" },
  };
}

/**
 * Computes the fingerprint by which code scanning recognizes an alert of an earlier run: a hash of file name, kind and
 * redacted line, and a counter that tells equal hashes apart. The fingerprint does not change if lines move, and does
 * not depend on the secret.
 */
function lineHasher(): (finding: AuditFinding) => string {
  const counts = new Map<string, number>();
  return ({ name, kind, excerpt }) => {
    const digest = sha256(JSON.stringify([name, kind, excerpt])).slice(0, 16);
    const count = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, count);
    return `${digest}:${count}`;
  };
}

function toResult(finding: AuditFinding, ruleIndex: number, lineHash: string): object {
  const { kind, confidence, certainty, line, column, endLine, endColumn, excerpt, rules, commit, blob, origin } =
    finding;
  return {
    ruleId: kind,
    ruleIndex,
    level: LEVELS[certainty],
    rank: RANKS[certainty],
    message: { text: `A secret of the kind ${kind} at ${locationOf(finding)}. ${remediation(kind)}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(finding) },
          region: { startLine: line, startColumn: column, endLine, endColumn, snippet: { text: excerpt } },
        },
      },
    ],
    partialFingerprints: { primaryLocationLineHash: lineHash },
    properties: { rules, confidence, certainty, source: origin, commit, blob },
  };
}

/** The URI of a finding: a relative reference for a file, else a URI with the scheme `snapveil:`. */
function toUri({ name, origin }: AuditFinding): string {
  const path = name.split("/").map(encodeURIComponent).join("/");
  if (name.startsWith("/")) return `file://${path}`;
  return origin === "stdin" || origin === "transcript" || name.startsWith("(") ? `snapveil:${path}` : path;
}
