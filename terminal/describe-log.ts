import { localTime } from "../kit/local-time.ts";
import { listOf } from "../agents/codec/list-found.ts";
import type { LogEntry } from "../builtins/doors/logs.ts";
import { printable } from "../kit/text.ts";
import type { Display } from "./display.ts";
import { alignColumns, widthOf, wrapped } from "./text-width.ts";

/** The indentation of an entry's second part, in columns. */
const INDENT = 4;
/** The least width of a wrapped line, in columns. */
const LEAST = 20;
/** How many characters of a session's id a person sees: commands accept the beginning of an id. */
const SESSION = 8;

/** Entries of the log: each on one line for programs, wrapped for a display. */
export function describeLog(entries: readonly LogEntry[], display?: Display): string {
  if (entries.length === 0) return "The log has nothing of that kind. What it holds: snapveil log --help\n";
  return `${linesOfLog(entries, display).join("\n")}\n`;
}

/** The lines of entries; empty if there are no entries. */
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

/** The cells of an entry. Texts may contain anything, so control characters are escaped. */
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

/** One entry as an answer to the question why something was refused. */
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
