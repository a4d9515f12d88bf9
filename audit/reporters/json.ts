import { remediation } from "../remediation.ts";
import type { Reporter } from "./registry.ts";

/** For programs. Field names are part of the contract. */
const json: Reporter = (report) => {
  const { scanned, remembered, binaries, unread, known, allowed, warnings } = report;
  const findings = report.findings.map(
    ({
      origin,
      name,
      line,
      column,
      endLine,
      endColumn,
      kind,
      rules,
      confidence,
      hmac,
      excerpt,
      tracked,
      commit,
      blob,
      agent,
    }) => ({
      source: origin,
      name,
      line,
      column,
      end_line: endLine,
      end_column: endColumn,
      kind,
      rules,
      confidence,
      hmac,
      excerpt,
      tracked,
      ...(commit !== undefined && { commit }),
      ...(blob !== undefined && { blob }),
      ...(agent !== undefined && { agent }),
      remediation: remediation(kind),
    }),
  );
  const whole = { version: 1, findings, scanned, remembered, binaries, known, allowed, unread, warnings };
  return `${JSON.stringify(whole, null, 2)}\n`;
};

export default json;
