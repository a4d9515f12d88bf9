import { LogReader, type LogEntry } from "../../builtins/doors/logs.ts";
import type { LogDay, LogView } from "./report-api.ts";

/** The most entries that are held in memory (below: that are sent at once). */
const MOST = 50_000;
const SENT = 300;

/** The log of events. New entries are read at each request. */
export class LogService {
  readonly #reader: LogReader;
  /** The entries, oldest first. */
  #entries: readonly LogEntry[] = [];

  constructor(files: readonly string[]) {
    this.#reader = new LogReader(files);
  }

  /** The entries that match a query's filters `event`, `agent`, `answer`, `text` and `day`. */
  view(query: URLSearchParams): LogView {
    this.#entries = [...this.#entries, ...this.#reader.read()].slice(-MOST);
    const fitting = this.#entries.filter((entry) => fits(entry, query));
    const day = query.get("day");
    const shown = day ? fitting.filter((entry) => dayOf(entry) === day) : fitting;
    return {
      rows: shown.slice(-SENT).toReversed(),
      count: shown.length,
      days: countDays(fitting),
      events: namesOf(this.#entries, "event"),
      agents: namesOf(this.#entries, "agent"),
    };
  }
}

function fits(entry: LogEntry, query: URLSearchParams): boolean {
  const [event, agent, answer, text] = ["event", "agent", "answer", "text"].map((name) => query.get(name) ?? "");
  return (
    (!event || entry.event === event) &&
    (!agent || entry.agent === agent) &&
    (answer !== "refused" || isRefused(entry)) &&
    (answer !== "changed" || (entry.rewrites ?? []).length > 0) &&
    (!text || [entry.tool, entry.command, entry.session].some((one) => one?.toLowerCase().includes(text.toLowerCase())))
  );
}

function isRefused({ verdict }: LogEntry): boolean {
  return verdict !== undefined && verdict !== "allow";
}

/** The day of an entry in UTC, as the counts of redactions have it. */
function dayOf({ time }: LogEntry): string {
  return time.slice(0, 10);
}

function countDays(entries: readonly LogEntry[]): LogDay[] {
  const days = new Map<string, LogDay>();
  for (const entry of entries) {
    const day = dayOf(entry);
    const { events = 0, refused = 0 } = days.get(day) ?? {};
    days.set(day, { day, events: events + 1, refused: refused + Number(isRefused(entry)) });
  }
  return [...days.values()];
}

function namesOf(entries: readonly LogEntry[], key: "event" | "agent"): string[] {
  return [...new Set(entries.map((entry) => entry[key]))].sort();
}
