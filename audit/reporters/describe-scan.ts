import type { AuditReport } from "../audit-report.ts";
import { groupFindings } from "./group-findings.ts";

/** What was searched and found, as one sentence. */
export function describeScan(report: AuditReport): string {
  const { findings, scanned, remembered, binaries, known, allowed } = report;
  const secrets = groupFindings(findings).length;
  const found =
    findings.length === 0 ? "No secrets found" : `${count(secrets, "secret")} in ${count(findings.length, "place")}`;
  const looked = `${count(scanned.sources, "text")} searched (${toSize(scanned.bytes)})`;
  const rest = [
    remembered > 0 && `${count(remembered, "object")} known to be clean`,
    binaries > 0 && `${count(binaries, "binary file")} left out`,
    known > 0 && `${known} known to the baseline`,
    allowed > 0 && `${allowed} allowed`,
  ].filter((part) => part !== false);
  return `${[`${found}; ${looked}`, ...rest].join(", ")}.`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** Bytes as a person says them: `812 B`, `3.4 kB`, `120 MB`. */
function toSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ["kB", bytes / 1e3] : bytes < 1e9 ? ["MB", bytes / 1e6] : ["GB", bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
