import { localTime } from "../kit/local-time.ts";
import { allowsById, listOf, MODEL_ALLOWS, withoutAllow } from "../agents/codec/list-found.ts";
import type { LogEntry } from "../builtins/doors/logs.ts";
import { printable } from "../kit/text.ts";
import type { Display } from "./display.ts";
import { afterLogTable, logLine, logTable } from "./log-table.ts";
import { alignColumns } from "./text-width.ts";

/** The entries that a person allowed after the refusal: id → since when and by which file, a sentence without its stop. */
export type Allowed = ReadonlyMap<string, string>;

const NONE: Allowed = new Map();

/** How a person takes back what was allowed after a refusal. */
export function wayBackOf(id: string): string {
  return `To take that back: snapveil allow --remove ${id}`;
}

/**
 * Entries of the log: whole on one line for programs, a table for a display.
 * @param isFiltered whether the log may hold other entries than these
 */
export function describeLog(
  entries: readonly LogEntry[],
  now: Date,
  display?: Display,
  isFiltered = true,
  allowed = NONE,
): string {
  if (entries.length === 0)
    return isFiltered
      ? "The log has nothing of that kind. What it holds: snapveil log --help\n"
      : "Nothing was refused, asked about or taken out yet.\n";
  const lines = display
    ? [...logTable(entries, now, display, allowed), ...afterLogTable(entries, display, allowed)]
    : alignColumns(entries.map((entry) => rowOf(entry, allowed)));
  return `${lines.join("\n")}\n`;
}

/** One entry of the log, as it comes. */
export function lineOfLog(entry: LogEntry, display?: Display): string {
  return display ? logLine(entry, display) : rowOf(entry, NONE).join("  ").trimEnd();
}

/** The cells of an entry. Texts may contain anything, so control characters are escaped. */
function rowOf(entry: LogEntry, allowed: Allowed): string[] {
  const { time, agent, session = "-", event, tool = "-", verdict, command } = entry;
  const { id, rewrites = [], found = [] } = entry;
  const since = allowed.get(id ?? "");
  const reason = since === undefined ? entry.reason : withoutAllow(entry.reason ?? "").trim() || undefined;
  const why = reason ?? (found.length > 0 ? listOf(found) : undefined);
  const said = [
    ...(id === undefined ? [] : [`[${id}]`]),
    ...(command === undefined ? [] : [command]),
    ...(rewrites.length > 0 ? [`[a secret was taken out of ${inParts(rewrites)}]`] : []),
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
    ...(since === undefined ? [] : [`[${since}. ${wayBackOf(id!)}]`]),
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

/** Part of an event → its words. */
const PARTS: Readonly<Record<string, string>> = {
  toolInput: "the arguments",
  toolResponse: "the output",
  messages: "the messages",
  prompt: "the prompt",
};

function inParts(rewrites: readonly string[]): string {
  return rewrites.map((part) => PARTS[part] ?? part).join(", ");
}

/**
 * One entry as an answer to the question why something was refused.
 * @param when the age of the entry in words
 * @param isAllowed whether a person allowed it meanwhile
 */
export function describeRefusal(entry: LogEntry, when: string, isAllowed = false): string {
  const { id = "", time, agent, event, tool, command, verdict, reason, rewrites = [], found = [], folder } = entry;
  const cleaned =
    rewrites.length > 0 ? `A secret was taken out of ${inParts(rewrites)}` : "It was let through, and said";
  const taken = entry.ran
    ? "A secret was taken out of the call, and it ran as it was: another hook's arguments counted"
    : cleaned;
  // The last line of the command says once how to let it pass.
  const why = (isAllowed ? withoutAllow(reason ?? "") : reason?.replace(allowsById(MODEL_ALLOWS, id), ""))?.trim();
  const rows: readonly (readonly [string, string])[] = [
    ...(command === undefined ? [] : [["Command", command] as const]),
    ...(folder === undefined ? [] : [["Folder", folder] as const]),
    ["Event", `${event}${tool === undefined ? "" : ` ${tool}`} of ${agent}, ${localTime(time)} (${when})`],
    ...found.map(({ guard, ...one }) => ["Found", `${listOf([one])} (${guard ?? "-"})`] as const),
    ...(why === undefined || why === "" ? [] : [["Why", why] as const]),
  ];
  const lines = rows.map(([name, text]) => `${name.padEnd(8)}  ${printable(text)}`);
  return `${[`${printable(id)}  ${verdict ? WHAT[verdict] : taken}.`, ...lines].join("\n")}\n`;
}
