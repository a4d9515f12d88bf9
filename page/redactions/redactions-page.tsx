import { useEffect, useState } from "preact/hooks";

import type { RedactionRow } from "../../web/ui/api.ts";
import { getJson, sentenceOf } from "../client.ts";
import { counted, day, number } from "../words.ts";
import { DayBars } from "./day-bars.tsx";

const DAYS = 30;
const PLACES = ["arguments", "output", "prompt", "messages"] as const;
const HEADINGS: Readonly<Record<string, string>> = {
  arguments: "Tool arguments",
  output: "Tool output",
  prompt: "Prompts",
  messages: "Messages",
};

/** How often each rule took something out, by day. What it took out is written down nowhere. */
export function RedactionsPage({ version }: { readonly version: number }) {
  const [rows, setRows] = useState<readonly RedactionRow[]>();
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    getJson<RedactionRow[]>("/api/redactions").then(setRows, (error: unknown) => setProblem(sentenceOf(error)));
  }, [version]);
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
            countOf={(one) => sumOf(recent.filter((row) => row.day === one))}
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

/** The rules that took most out first, and where each did. */
function RuleTable({ rows }: { readonly rows: readonly RedactionRow[] }) {
  const rules = [...new Set(rows.map(({ rule }) => rule))]
    .map((rule) => ({ rule, count: sumOf(rows.filter((row) => row.rule === rule)) }))
    .sort((one, other) => other.count - one.count);
  const most = rules[0]?.count ?? 1;
  return (
    <div class="table-room" tabIndex={0} role="region" aria-label="Redactions by rule">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            {PLACES.map((place) => (
              <th scope="col" class="count" key={place}>
                {HEADINGS[place]}
              </th>
            ))}
            <th scope="col" class="count">
              All
            </th>
            <td class="bar-cell" />
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, count }) => (
            <tr key={rule}>
              <th scope="row">
                <code>{rule}</code>
              </th>
              {PLACES.map((place) => {
                const here = sumOf(rows.filter((row) => row.rule === rule && row.place === place));
                return (
                  <td class={here === 0 ? "count quiet-text" : "count"} key={place}>
                    {number(here)}
                  </td>
                );
              })}
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

/** Days in UTC, as they are counted. */
function lastDays(count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.now() - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}
