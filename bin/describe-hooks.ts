import type { HookList, ListedHook } from "../doctor/list-hooks.ts";
import { printable } from "../kit/text.ts";
import type { Reader } from "../terminal/display.ts";
import { alignColumns, widthOf, withinColumns } from "../terminal/text-width.ts";

/** The indentation of a command that is on its own line. */
const INDENT = 6;

/** The hooks of each file, as text. */
export function describeHooks({ hooks }: HookList, reader: Reader): string {
  if (hooks.length === 0) return "No agent has a hook registered. See: snapveil install --help\n";
  const files = new Map<string, ListedHook[]>();
  for (const hook of hooks) files.set(headOf(hook), [...(files.get(headOf(hook)) ?? []), hook]);
  return [...files]
    .map(([head, own]) => `${withinColumns(reader.style.bold(head), reader)}\n${linesOf(own, reader).join("\n")}\n`)
    .join("\n");
}

/** The lines of hooks: commands in a column if all lines fit the terminal, else each below its hook. */
function linesOf(hooks: readonly ListedHook[], reader: Reader): string[] {
  const rows = hooks.map((hook) => cellsOf(hook, reader));
  const lines = alignColumns(rows.map((row, at) => [...row, hooks[at]!.command]));
  if (lines.every((line) => widthOf(line) <= reader.columns)) return lines;
  const below = ({ command }: ListedHook) => " ".repeat(INDENT) + command; // not wrapped, so that it can be copied
  return alignColumns(rows).flatMap((line, at) => [withinColumns(line, reader), below(hooks[at]!)]);
}

function headOf({ agent, file }: ListedHook): string {
  return `${agent}: ${printable(file)}`;
}

function cellsOf({ ours, enabled, trusted, changed, event, matcher }: ListedHook, { style }: Reader): string[] {
  const state = [
    enabled ? style.green("on") : style.yellow("OFF"),
    ...(trusted === null ? [] : [trusted ? "trusted" : style.red("NOT TRUSTED")]),
    ...(changed ? [style.yellow("CHANGED")] : []),
  ].join(", ");
  const name = event === "" ? "every event" : event;
  return [`  ${state}`, ours ? "ours" : "other", matcher === undefined ? name : `${name} (${matcher})`];
}
