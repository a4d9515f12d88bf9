import { printable } from "../../kit/text.ts";
import type { AuditFinding } from "../audit-report.ts";
import { remediation } from "../remediation.ts";
import { describeScan, locationOf, type Reporter } from "./reporter.ts";

/**
 * Workflow commands for GitHub Actions: an annotation for each finding, with file and line if it is in the checkout.
 */
const github: Reporter = (report) => {
  const unread = report.unread.map(({ name, why }) => `::warning::${escapeText(`Not read: ${name} (${why})`)}\n`);
  return [...report.findings.map(annotate), ...unread, `::notice::${escapeText(describeScan(report))}\n`].join("");
};

export default github;

function annotate(finding: AuditFinding): string {
  const { kind, certainty, line, column, endLine, endColumn, name, origin } = finding;
  const title = `title=${escapeProperty(`Secret: ${kind}`)}`;
  const isHere = origin === "file" || origin === "staged";
  const place = isHere
    ? [
        `file=${escapeProperty(name)}`,
        `line=${line}`,
        `endLine=${endLine}`,
        ...(line === endLine ? [`col=${column}`, `endColumn=${endColumn}`] : []),
      ]
    : [];
  const said = isHere ? "" : `${locationOf(finding)}: `;
  return (
    `::${certainty === "doubtful" ? "warning" : "error"} ` +
    `${[...place, title].join(",")}::${escapeText(`${said}a secret of the kind ${kind}. ${remediation(kind)}`)}\n`
  );
}

/** Escapes a text for a workflow command: one line, and no escapes that the runner would decode. */
function escapeText(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
