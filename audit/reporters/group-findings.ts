import type { AuditFinding } from "../audit-report.ts";

/** One secret and every place where it was found, in their order. */
export type SecretPlaces = readonly [first: AuditFinding, ...others: AuditFinding[]];

/** The findings by secret: its kind and its fingerprint. */
export function groupFindings(findings: readonly AuditFinding[]): SecretPlaces[] {
  const groups = new Map<string, [AuditFinding, ...AuditFinding[]]>();
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.hmac}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

/** Where a finding is, for a person: `src/app.ts:3:7 in commit 0123456789ab`. The name may hold anything. */
export function placeOf({ name, line, column, commit, origin, agent }: AuditFinding): string {
  const at = `${name}:${line}:${column}`;
  if (commit !== undefined) return `${at} in commit ${commit.slice(0, 12)}`;
  if (origin === "checkpoint") return `${at} in a checkpoint`;
  if (origin === "staged") return `${at} (staged)`;
  return agent === undefined ? at : `${at} (${agent})`;
}
