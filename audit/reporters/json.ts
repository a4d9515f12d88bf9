import { remediation } from "../remediation.ts";
import type { Reporter } from "./reporter.ts";

/** The report as JSON. The names of its fields are documented and must not change. */
const json: Reporter = (report) => {
  const { scanned, remembered, binaries, unread, known, allowed, warnings } = report;
  const findings = report.findings.map(({ origin, endLine, endColumn, ...same }) => ({
    ...same,
    source: origin,
    end_line: endLine,
    end_column: endColumn,
    remediation: remediation(same.kind),
  }));
  const whole = { version: 1, findings, scanned, remembered, binaries, known, allowed, unread, warnings };
  return `${JSON.stringify(whole, null, 2)}\n`;
};

export default json;
