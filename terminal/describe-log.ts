import { localTime } from "../kit/local-time.ts";
import { listOf } from "../agents/codec/list-found.ts";
import type { LogEntry } from "../builtins/event-log/entry.ts";
import { printable } from "../kit/text.ts";
import { alignColumns } from "./text-width.ts";

/** Entries of the log, one a line. */
export function describeLog(entries: readonly LogEntry[]): string {
  if (entries.length === 0) return "The log has nothing of that kind. What it holds: snapveil log --help\n";
  return `${alignColumns(entries.map(rowOf)).join("\n")}\n`;
}

/** One entry in columns. A text that can hold anything, an agent's own words too, is shown as one harmless line. */
export function rowOf(entry: LogEntry): string[] {
  const { time, agent, session = "-", event, tool = "-", verdict, command } = entry;
  const { id, reason, rewrites = [], found = [] } = entry;
  const why = reason ?? (found.length > 0 ? listOf(found) : undefined);
  const said = [
    ...(id === undefined ? [] : [`[${id}]`]),
    ...(command === undefined ? [] : [command]),
    ...(rewrites.length > 0 ? [`[given back changed: ${rewrites.join(", ")}]`] : []),
    ...(entry.error ? ["[failed]"] : []),
    ...(entry.approval === undefined ? [] : [`[${entry.approval}]`]),
    ...(entry.usage
      ? [
          Object.entries(entry.usage)
            .map(([key, count]) => `${key} ${count}`)
            .join(", "),
        ]
      : []),
    ...(entry.cost === undefined ? [] : [`cost ${entry.cost}`]),
    ...(why === undefined ? [] : [`→ ${why}`]),
  ];
  const moment = localTime(time);
  return [moment, agent, session, event, tool, verdict ?? "-", said.join("  ")].map(printable);
}

const WHAT = {
  ask: "The person was asked about it",
  deny: "It was refused",
  block: "It was refused",
  allow: "It was allowed",
} as const;

/** One refusal, for somebody who asks why. */
export function describeRefusal(entry: LogEntry, when: string): string {
  const { id = "", time, agent, event, tool, command, verdict, reason, rewrites = [], found = [], folder } = entry;
  const moment = localTime(time);
  const taken =
    rewrites.length > 0 ? `A secret was taken out of ${rewrites.join(", ")}` : "It was let through, and said";
  const done = verdict ? WHAT[verdict] : taken;
  const lines = [
    `${id}: ${agent}, ${event}${tool === undefined ? "" : ` ${tool}`}, ${moment} (${when})`,
    ...(folder === undefined ? [] : [`  in ${folder}`]),
    ...(command === undefined ? [] : [`  ${command}`]),
    `${done}.`,
    ...found.map(({ guard, ...one }) => `  ${guard ?? "-"}: ${listOf([one])}`),
    ...(reason === undefined ? [] : [`→ ${reason}`]),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}
