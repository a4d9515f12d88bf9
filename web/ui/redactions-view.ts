import { subjectOf, type EventSubject } from "../../agents/codec/events.ts";
import { readRedactionCounts, readRefusals, type LogEntry, type RedactionPlace } from "../../builtins/doors/logs.ts";
import { builtinNamed } from "../../builtins/doors/table.ts";
import type { Io } from "../../kit/io.ts";
import type { AskedRow, RedactionRow, RedactionsView } from "./report-api.ts";

/**
 * The place of secrets, by the subject of the event. If an entry has several events, the first matching row is used.
 */
const PLACES: readonly (readonly [subject: EventSubject, place: RedactionPlace])[] = [
  ["result", "output"],
  ["messages", "messages"],
  ["prompt", "prompt"],
  ["call", "arguments"],
];

/**
 * The redactions, and separately the secrets about which the person was asked and the secrets that were refused. The
 * counts that hooks write include both; the log of refusals shows which secrets were asked about or refused, as far
 * back as it goes.
 */
export function redactionsView(io: Pick<Io, "env" | "platform">): RedactionsView {
  const asked = askedRows(readRefusals(io));
  return { rows: withoutAsked(readRedactionCounts(io), asked), asked };
}

function askedRows(entries: readonly LogEntry[]): AskedRow[] {
  const rows = new Map<string, AskedRow>();
  for (const { time, canonical, verdict, found = [] } of entries) {
    const subjects = canonical.map(subjectOf);
    const place = PLACES.find(([subject]) => subjects.includes(subject))?.[1];
    if (place === undefined || verdict === undefined || verdict === "allow") continue;
    for (const { kind } of found.filter(({ guard }) => guard === undefined || builtinNamed(guard)?.countsFindings)) {
      const row = { day: time.slice(0, 10), place, kind, verdict: verdict === "ask" ? "asked" : "refused" } as const;
      const key = Object.values(row).join(" ");
      rows.set(key, { ...row, count: (rows.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...rows.values()];
}

/**
 * Subtracts the secrets that were asked about or refused from the counts of redactions. The log has the kind of such a
 * secret. It is subtracted from the rule with this name, or with a name that ends with it; if there is no such rule,
 * from any rule of the same day and place.
 */
export function withoutAsked(counted: readonly RedactionRow[], asked: readonly AskedRow[]): RedactionRow[] {
  const counts = counted.map((row) => ({ ...row }));
  for (const { day, place, kind, count } of asked) {
    let left = count;
    const here = counts.filter((row) => row.day === day && row.place === place);
    for (const fits of [(rule: string) => rule === kind, (rule: string) => rule.endsWith(`-${kind}`), () => true])
      for (const row of here.filter(({ rule }) => fits(rule))) {
        const taken = Math.min(left, row.count);
        row.count -= taken;
        left -= taken;
      }
  }
  return counts.filter(({ count }) => count > 0);
}
