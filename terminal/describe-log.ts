import { localTime } from "../kit/local-time.ts";
import { listOf } from "../agents/codec/list-found.ts";
import type { LogEntry } from "../builtins/doors/logs.ts";
import { printable } from "../kit/text.ts";
import type { Display } from "./display.ts";
import { alignColumns, widthOf, wrapped } from "./text-width.ts";

/** Columns by which an entry's text is indented, if it goes below its head. */
const INDENT = 4;
/** The least columns of a line. */
const LEAST = 20;
/** Characters of a session's id that a person is shown: any command takes the beginning of one. */
const SESSION = 8;

/** Entries of the log: one a line for programs, within the columns of a display for a person. */
export function describeLog(entries: readonly LogEntry[], display?: Display): string {
  if (entries.length === 0) return "The log has nothing of that kind. What it holds: snapveil log --help\n";
  return `${linesOfLog(entries, display).join("\n")}\n`;
}

/** The log's entries as lines; no line if there are no entries. */
export function linesOfLog(entries: readonly LogEntry[], display?: Display): string[] {
  const rows = entries.map((entry) => rowOf(entry));
  if (!display) return entries.length === 1 ? [rows[0]!.join("  ").trimEnd()] : alignColumns(rows);
  const heads = alignColumns(
    rows.map(([moment, agent, session, ...rest]) => [
      moment!,
      agent!,
      session!.slice(0, SESSION),
      ...rest.slice(0, -1),
    ]),
  );
  return rows.flatMap((row, at) => {
    const [head, said] = [heads[at]!, row.at(-1)!];
    const line = said === "" ? head : `${head}  ${said}`;
    if (widthOf(line) <= display.columns) return [line];
    const below = wrapped(said, Math.max(LEAST, display.columns - INDENT)).map((one) => " ".repeat(INDENT) + one);
    return [...wrapped(head.replace(/ {2,}/g, "  "), Math.max(LEAST, display.columns)), ...(said === "" ? [] : below)];
  });
}

/** One entry in columns. A text that can hold anything, even an agent's own words, is shown as one harmless line. */
function rowOf(entry: LogEntry): string[] {
  const { time, agent, session = "-", event, tool = "-", verdict, command } = entry;
  const { id, reason, rewrites = [], found = [] } = entry;
  const why = reason ?? (found.length > 0 ? listOf(found) : undefined);
  const said = [
    ...(id === undefined ? [] : [`[${id}]`]),
    ...(command === undefined ? [] : [command]),
    ...(rewrites.length > 0 ? [`[given back changed: ${rewrites.join(", ")}]`] : []),
    ...(entry.ran ? ["[ran as it was: another hook's arguments counted]"] : []),
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
  const cleaned =
    rewrites.length > 0 ? `A secret was taken out of ${rewrites.join(", ")}` : "It was let through, and said";
  const taken = entry.ran
    ? "A secret was taken out of the call, and it ran as it was: another hook's arguments counted"
    : cleaned;
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
