import type { SettingsInForce } from "../doctor/settings-in-force.ts";
import { printable } from "../kit/text.ts";
import { alignColumns } from "../terminal/text-width.ts";

/** The most characters of a value that are shown. */
const LONGEST = 400;

/** The width in columns below which the builtins of an event stand below its name. */
const NARROW = 72;

/** The settings, their files, and the builtins of each event, as text. @param columns the width of the display */
export function describeConfig(
  { files, settings, off, events, problems }: SettingsInForce,
  columns: number = Infinity,
): string {
  const rows = Object.entries(settings)
    .filter(([key]) => key !== "builtins")
    .map(([key, { value, from }]): [string, string] => [key, `${shown(value)}  (${whose(from)})`]);
  const runs = Object.entries(events).map(([event, entries]): [string, string] => [
    event,
    entries.map(({ name, args, from }) => [name, ...args].map(printable).join(" ") + named(from)).join(", "),
  ]);
  return [
    "Files, in the order in which they are applied:",
    ...(files.length === 0 ? ["  none: the defaults hold"] : files.map(({ file }) => `  ${printable(file)}`)),
    "",
    ...alignColumns(rows),
    "",
    "What runs at each event, by default where no file is named:",
    ...(columns < NARROW
      ? runs.flatMap(([event, names]) => [`  ${event}`, `    ${names}`])
      : alignColumns(runs).map((line) => `  ${line}`)),
    ...(off.length > 0 ? ["", `Switched off: ${off.map(printable).join(", ")}`] : []),
    ...(problems.length > 0 ? ["", ...problems.map((problem) => `Problem: ${problem}`)] : []),
    "",
  ].join("\n");
}

function named(file: string | undefined): string {
  return file === undefined ? "" : ` (${printable(file)})`;
}

function whose(from: readonly string[]): string {
  return from.length === 0 ? "default" : from.map(printable).join(", ");
}

function shown(value: unknown): string {
  // A blank after each comma and colon, so that a long value is wrapped there. Line breaks within strings are escaped.
  const text = printable(value === undefined ? "not set" : JSON.stringify(value, null, 1).replace(/\n */g, " "));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
