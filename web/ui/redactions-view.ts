import type { LogEntry } from "../../builtins/event-log/entry.ts";
import { readRefusals } from "../../builtins/event-log/read-refusals.ts";
import { readRedactionCounts, type RedactionPlace } from "../../builtins/redaction-counts.ts";
import type { Io } from "../../kit/io.ts";
import type { AskedRow, RedactionRow, RedactionsView } from "./api.ts";

/** Canonical event → the place of its secrets. */
const PLACES: readonly (readonly [event: string, place: RedactionPlace])[] = [
  ["tool_response_transform", "output"],
  ["before_llm_call", "messages"],
  ["user_prompt_submit", "prompt"],
  ["user_followup_submit", "prompt"],
  ["user_steering_messages_submit", "prompt"],
  ["pre_tool_use", "arguments"],
  ["tool_input_transform", "arguments"],
  ["tool_guard", "arguments"],
  ["permission_request", "arguments"],
];

/** The builtin whose findings are counted; those of guards are not. */
const COUNTS = "redact_secrets";

/**
 * The redactions, apart from secrets that were asked about or refused. Hooks count all findings; the log of refusals
 * names, as far back as it goes, those that were not taken out.
 */
export function redactionsView(io: Pick<Io, "env" | "platform">): RedactionsView {
  const asked = askedRows(readRefusals(io));
  return { rows: withoutAsked(readRedactionCounts(io), asked), asked };
}

function askedRows(entries: readonly LogEntry[]): AskedRow[] {
  const rows = new Map<string, AskedRow>();
  for (const { time, canonical, verdict, found = [] } of entries) {
    const place = PLACES.find(([event]) => canonical.includes(event))?.[1];
    if (place === undefined || verdict === undefined || verdict === "allow") continue;
    for (const { kind } of found.filter(({ guard }) => guard === undefined || guard === COUNTS)) {
      const row = { day: time.slice(0, 10), place, kind, verdict: verdict === "ask" ? "asked" : "refused" } as const;
      const key = Object.values(row).join(" ");
      rows.set(key, { ...row, count: (rows.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...rows.values()];
}

/** A rule is named after the kind that it finds, or ends with it; if no name fits, any rule of that place loses one. */
function withoutAsked(counted: readonly RedactionRow[], asked: readonly AskedRow[]): RedactionRow[] {
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
