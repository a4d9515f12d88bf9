import { useState } from "preact/hooks";

import type { LogRow, LogView } from "../web/ui/report-api.ts";
import { getJson } from "./client.ts";
import { useLoaded, useNow } from "./hooks.ts";
import { LongList, SearchField, Segments, Select } from "./parts/controls.tsx";
import { DayBars, lastDays } from "./parts/day-bars.tsx";
import { ago, counted, day, moment, number, printable, shortSession } from "./words.ts";

const DAYS = 30;
/** How many entries are drawn at first, and how many more at each press. */
const SHOWN = 50;
const ANSWERS = { all: "All", refused: "Refused or asked", changed: "Changed" } as const;
const ANY = { event: "", agent: "", text: "", day: "", answer: "all" as keyof typeof ANSWERS };

/** The view of logged events. The log never contains the content of an event. */
export function LogPage({ version }: { readonly version: number }) {
  const [filter, setFilter] = useState(ANY);
  const { value: view, problem } = useLoaded((stop) => getJson<LogView>("/api/log", filter, stop), [version, filter]);
  const change = (more: Partial<typeof ANY>) => setFilter({ ...filter, ...more });
  if (!view) return <p class="empty-note">{problem ?? "Reading…"}</p>;
  return (
    <section class="page" aria-labelledby="log-title">
      <h1 id="log-title">Log</h1>
      <p class="lead">
        What the hooks on this machine answered, in all projects: the tool, the beginning of the command, the verdict
        and its reason. No output and no prompt is written down, and secrets are taken out first.
      </p>
      {view.events.length === 0 ? (
        <p class="empty-note">
          Nothing is written down so far. To begin, put this into your own settings:{" "}
          <code>{'"builtins": { "*": ["log_events"] }'}</code>
        </p>
      ) : (
        <>
          <Filters view={view} filter={filter} onChange={change} />
          <Days view={view} chosen={filter.day} onChoose={(chosen) => change({ day: chosen ?? "" })} />
          <p class="lead" role="status">
            <strong>{counted(view.count, "event")}</strong>
            {filter.day !== "" && ` on ${day(filter.day)}`}
          </p>
          <Entries rows={view.rows} count={view.count} />
        </>
      )}
    </section>
  );
}

interface FiltersProps {
  readonly view: LogView;
  readonly filter: typeof ANY;
  readonly onChange: (more: Partial<typeof ANY>) => void;
}

function Filters({ view, filter, onChange }: FiltersProps) {
  return (
    <div class="log-filters">
      <Select
        label="Event"
        none="all events"
        choices={view.events}
        chosen={filter.event}
        onChoose={(event) => onChange({ event })}
      />
      <Select
        label="Agent"
        none="all agents"
        choices={view.agents}
        chosen={filter.agent}
        onChoose={(agent) => onChange({ agent })}
      />
      <Segments label="Answer" choices={ANSWERS} chosen={filter.answer} onChoose={(answer) => onChange({ answer })} />
      <SearchField
        label="Only events whose tool, command or session holds"
        placeholder="Tool, command or session"
        value={filter.text}
        onChange={(text) => onChange({ text })}
      />
    </div>
  );
}

interface DaysProps {
  readonly view: LogView;
  readonly chosen: string;
  readonly onChoose: (day: string | undefined) => void;
}

function Days({ view, chosen, onChoose }: DaysProps) {
  const days = lastDays(DAYS);
  const known = new Map(view.days.map((one) => [one.day, one]));
  const refused = days.reduce((sum, one) => sum + (known.get(one)?.refused ?? 0), 0);
  return (
    <>
      <DayBars
        days={days}
        counts={days.map((one) => known.get(one)?.events ?? 0)}
        what="event"
        chosen={chosen === "" ? undefined : chosen}
        onChoose={onChoose}
      />
      <p class="quiet-text">
        {number(refused)} refused or asked about in {DAYS} days.{" "}
        {chosen !== "" && (
          <button type="button" class="link" onClick={() => onChoose(undefined)}>
            show all days
          </button>
        )}
      </p>
    </>
  );
}

function Entries({ rows, count }: { readonly rows: readonly LogRow[]; readonly count: number }) {
  const now = useNow();
  return (
    <>
      <ul class="findings">
        <LongList
          isList
          items={rows}
          shown={SHOWN}
          more={`Show more of ${counted(rows.length, "event")}`}
          draw={(row, at) => <Entry key={`${row.time} ${at}`} row={row} now={now} />}
        />
      </ul>
      {count > rows.length && (
        <p class="quiet-text">
          These are the newest {number(rows.length)}; <code>snapveil log</code> shows all.
        </p>
      )}
    </>
  );
}

/** The words that `snapveil log` uses for the verdicts. */
const VERDICT_WORDS: Readonly<Record<string, string>> = {
  ask: "asked",
  deny: "refused",
  block: "refused",
  allow: "allowed",
};

function Entry({ row, now }: { readonly row: LogRow; readonly now: number }) {
  const { time, agent, session, event, tool, command, verdict, reason, rewrites = [], error, approval } = row;
  const about = [agent, ...(session === undefined ? [] : [shortSession(session)])].map(printable).join(" · ");
  const isRefused = verdict !== undefined && verdict !== "allow";
  return (
    <li class="finding">
      <p class="finding-place">
        <span class="path">{printable(tool ?? event)}</span>
        {tool !== undefined && <span class="quiet-text">{printable(event)}</span>}
        {verdict !== undefined && (
          <span class={isRefused ? "tag kind" : "tag"}>{VERDICT_WORDS[verdict] ?? printable(verdict)}</span>
        )}
        {rewrites.length > 0 && <span class="tag">changed</span>}
        {error && <span class="tag">failed</span>}
        {approval !== undefined && <span class="tag">{printable(approval)}</span>}
        <span class="quiet-text log-about">
          {about} · <time title={moment(time)}>{ago(time, now)}</time>
        </span>
      </p>
      {command !== undefined && <pre class="excerpt">{printable(command)}</pre>}
      {reason !== undefined && <p class="quiet-text log-reason">{printable(reason)}</p>}
      <Spent row={row} />
    </li>
  );
}

/** The tokens and the cost of one answer of the model, if the agent reports them. */
function Spent({ row: { usage, cost } }: { readonly row: LogRow }) {
  const parts = Object.entries(usage ?? {}).map(([name, count]) => `${name.replaceAll("_", " ")}: ${number(count)}`);
  if (cost !== undefined) parts.push(`cost: ${cost}`);
  return parts.length === 0 ? null : <p class="quiet-text">{parts.join(", ")}</p>;
}
