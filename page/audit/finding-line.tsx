import type { AuditRow } from "../../web/ui/api.ts";
import { printable } from "../words.ts";

/** The marker that stands where a secret stood. */
const MARKER = /(\[REDACTED(?::[a-z0-9-]+)?\])/;

/** One secret's place, the line around it without it, and what to do. */
export function FindingLine({ finding }: { readonly finding: AuditRow }) {
  const { name, line, column, kind, confidence, excerpt, remediation, commit, origin } = finding;
  const from =
    commit !== undefined ? `commit ${commit.slice(0, 10)}` : origin === "checkpoint" ? "a checkpoint" : undefined;
  return (
    <li class="finding">
      <p class="finding-place">
        <span class="path">
          {printable(name)}
          <span class="quiet-text">
            :{line}:{column}
          </span>
        </span>
        <span class="tag kind">{kind}</span>
        {confidence === "low" && <span class="tag">perhaps</span>}
        {from !== undefined && <span class="tag">{from}</span>}
      </p>
      <pre class="excerpt">
        {printable(excerpt)
          .split(MARKER)
          .map((part, at) => (MARKER.test(part) ? <mark key={at}>{part}</mark> : part))}
      </pre>
      <p class="quiet-text">{remediation}</p>
    </li>
  );
}
