import { useState } from "preact/hooks";

import type { AskedRow, RedactionRow, RedactionsView } from "../web/ui/report-api.ts";
import { getJson } from "./client.ts";
import { useLoaded } from "./hooks.ts";
import { DayBars, lastDays } from "./parts/day-bars.tsx";
import { day, number } from "./words.ts";

const DAYS = 30;
/** The headings of the table's columns, by the place of a redaction. */
const PLACES = {
  arguments: "Tool arguments",
  output: "Tool output",
  prompt: "Prompts",
  messages: "Messages",
} as const;

/** The view with the number of redactions for each rule and day. The redacted texts are not stored anywhere. */
export function RedactionsPage({ version }: { readonly version: number }) {
  const { value: view, problem } = useLoaded(() => getJson<RedactionsView>("/api/redactions"), [version]);
  const [chosen, setChosen] = useState<string>();
  if (!view) return <p class="empty-note">{problem ?? "Reading…"}</p>;
  const days = lastDays(DAYS);
  const isRecent = (row: { readonly day: string }) => row.day >= days[0]!;
  const isShown = (row: { readonly day: string }) => chosen === undefined || row.day === chosen;
  const [recent, asked] = [view.rows.filter(isRecent), view.asked.filter(isRecent)];
  const [shown, askedHere] = [recent.filter(isShown), asked.filter(isShown)];
  const verdicts = (verdict: AskedRow["verdict"]) => sumOf(askedHere.filter((row) => row.verdict === verdict));
  return (
    <section class="page" aria-labelledby="redactions-title">
      <h1 id="redactions-title">Redactions</h1>
      <p class="lead">
        How many secrets snapveil took out in the last {DAYS} days, in all projects on this machine. Only counts are
        kept, never a text. A secret in a conversation counts each time the agent sends the conversation. Questions and
        refusals take nothing out, so they are counted apart.
      </p>
      {recent.length + asked.length === 0 ? (
        <p class="empty-note">Nothing was redacted in this time.</p>
      ) : (
        <>
          <DayBars
            days={days}
            counts={days.map((one) => sumOf([...recent, ...asked].filter((row) => row.day === one)))}
            what="finding"
            chosen={chosen}
            onChoose={setChosen}
          />
          <p class="lead" role="status">
            <strong id="taken-out">{number(sumOf(shown))} taken out</strong>, {number(verdicts("asked"))} asked about,{" "}
            {number(verdicts("refused"))} refused {chosen === undefined ? `in ${DAYS} days` : `on ${day(chosen)}`}
            {chosen !== undefined && (
              <button type="button" class="link" onClick={() => setChosen(undefined)}>
                show all days
              </button>
            )}
          </p>
          {shown.length > 0 && (
            <CountTable
              caption="Taken out, by rule"
              heading="Rule"
              rows={shown.map(({ rule, ...row }) => ({ ...row, name: rule }))}
            />
          )}
          {askedHere.length > 0 && (
            <CountTable
              caption="Asked about or refused, by kind"
              heading="Kind"
              rows={askedHere.map(({ kind, ...row }) => ({ ...row, name: kind }))}
            />
          )}
        </>
      )}
    </section>
  );
}

interface CountTableProps {
  readonly caption: string;
  readonly heading: string;
  readonly rows: readonly { readonly name: string; readonly place: string; readonly count: number }[];
}

/**
 * A table with a row for each name and a column for each place of redactions. The names with the highest counts come
 * first.
 */
function CountTable({ caption, heading, rows }: CountTableProps) {
  const names = [...new Set(rows.map(({ name }) => name))]
    .map((name) => {
      const own = rows.filter((row) => row.name === name);
      const places = Object.keys(PLACES).map((place) => sumOf(own.filter((row) => row.place === place)));
      return { name, places, count: sumOf(own) };
    })
    .sort((one, other) => other.count - one.count);
  const most = names[0]?.count ?? 1;
  return (
    <div class="table-room" tabIndex={0} role="region" aria-label={caption}>
      <table class="table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {[...Object.values(PLACES), "All"].map((heading) => (
              <th scope="col" class="count" key={heading}>
                {heading}
              </th>
            ))}
            <td class="bar-cell" />
          </tr>
        </thead>
        <tbody>
          {names.map(({ name, places, count }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
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

function sumOf(rows: readonly Pick<RedactionRow, "count">[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
