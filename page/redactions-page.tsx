import { useState } from "preact/hooks";

import type { RedactionRow } from "../web/ui/api.ts";
import { getJson } from "./client.ts";
import { useLoaded } from "./hooks.ts";
import { DayBars, lastDays } from "./parts/day-bars.tsx";
import { counted, day, number } from "./words.ts";

const DAYS = 30;
/** The places of redaction, and the headings of their columns. */
const PLACES = {
  arguments: "Tool arguments",
  output: "Tool output",
  prompt: "Prompts",
  messages: "Messages",
} as const;

/** The redactions of each rule, by day. The redacted text is written down nowhere. */
export function RedactionsPage({ version }: { readonly version: number }) {
  const { value: rows, problem } = useLoaded(() => getJson<RedactionRow[]>("/api/redactions"), [version]);
  const [chosen, setChosen] = useState<string>();
  if (!rows) return <p class="empty-note">{problem ?? "Reading…"}</p>;
  const days = lastDays(DAYS);
  const recent = rows.filter((row) => row.day >= days[0]!);
  const shown = chosen === undefined ? recent : recent.filter((row) => row.day === chosen);
  return (
    <section class="page" aria-labelledby="redactions-title">
      <h1 id="redactions-title">Redactions</h1>
      <p class="lead">
        What hooks on this machine took out in the last {DAYS} days, in all projects. Only counts are kept, never a
        text. A secret in a conversation counts each time the conversation is sent.
      </p>
      {recent.length === 0 ? (
        <p class="empty-note">Nothing was redacted in this time.</p>
      ) : (
        <>
          <DayBars
            days={days}
            counts={days.map((one) => sumOf(recent.filter((row) => row.day === one)))}
            what="redaction"
            chosen={chosen}
            onChoose={setChosen}
          />
          <p class="lead" role="status">
            <strong>{counted(sumOf(shown), "redaction")}</strong>{" "}
            {chosen === undefined ? `in ${DAYS} days` : `on ${day(chosen)}`}
            {chosen !== undefined && (
              <button type="button" class="link" onClick={() => setChosen(undefined)}>
                show all days
              </button>
            )}
          </p>
          <RuleTable rows={shown} />
        </>
      )}
    </section>
  );
}

/** The rules with most redactions first, and their counts for each place. */
function RuleTable({ rows }: { readonly rows: readonly RedactionRow[] }) {
  const rules = [...new Set(rows.map(({ rule }) => rule))]
    .map((rule) => {
      const own = rows.filter((row) => row.rule === rule);
      const places = Object.keys(PLACES).map((place) => sumOf(own.filter((row) => row.place === place)));
      return { rule, places, count: sumOf(own) };
    })
    .sort((one, other) => other.count - one.count);
  const most = rules[0]?.count ?? 1;
  return (
    <div class="table-room" tabIndex={0} role="region" aria-label="Redactions by rule">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            {[...Object.values(PLACES), "All"].map((heading) => (
              <th scope="col" class="count" key={heading}>
                {heading}
              </th>
            ))}
            <td class="bar-cell" />
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, places, count }) => (
            <tr key={rule}>
              <th scope="row">
                <code>{rule}</code>
              </th>
              {places.map((here, at) => (
                <td class={here === 0 ? "count quiet-text" : "count"} key={at}>
                  {number(here)}
                </td>
              ))}
              <td class="count">
                <strong>{number(count)}</strong>
              </td>
              <td class="bar-cell">
                <svg width="100%" height="8" aria-hidden="true">
                  <rect class="fill-accent" width={`${(count / most) * 100}%`} height="8" rx="2" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sumOf(rows: readonly RedactionRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
