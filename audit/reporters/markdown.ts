import { printable } from "../../kit/text.ts";
import { remediation } from "../remediation.ts";
import { describeScan, groupFindings, locationOf, type Reporter, type SecretFindings } from "./reporter.ts";

/** A Markdown table, for the summary of a job or a comment on a pull request. */
const markdown: Reporter = (report) => {
  const rows = groupFindings(report.findings).map(toRow);
  const table =
    rows.length === 0
      ? ""
      : `| secret | certainty | where | excerpt | what to do |\n|---|---|---|---|---|\n${rows.join("")}\n`;
  const unread = report.unread.map(({ name, why }) => `- not read: ${code(name)} (${escape(why)})\n`);
  return `## Secrets\n\n${table}${unread.join("")}${unread.length > 0 ? "\n" : ""}${describeScan(report)}\n`;
};

export default markdown;

function toRow([first, ...others]: SecretFindings): string {
  const where = `${code(locationOf(first))}${others.length > 0 ? ` and ${others.length} more` : ""}`;
  return (
    `| ${first.kind} | ${first.certainty} | ${where} | ${code(first.excerpt)} | ` +
    `${escape(remediation(first.kind))} |\n`
  );
}

/**
 * A text as a code span in a table cell; backticks in the text do not end the code span, and pipes do not end the cell.
 */
function code(text: string): string {
  const safe = printable(text).replaceAll("|", "\\|");
  const longest = Math.max(0, ...(safe.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${safe}${fence}` : `${fence} ${safe} ${fence}`;
}

function escape(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|]/g, "\\$&");
}
