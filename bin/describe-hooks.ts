import type { HookList, ListedHook } from "../doctor/list-hooks.ts";
import { printable } from "../kit/text.ts";
import type { Reader } from "../terminal/display.ts";
import { alignColumns, widthOf, withinColumns, withTilde } from "../terminal/text-width.ts";

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

/**
 * The lines of hooks. At a terminal, hooks with equal commands and states are one entry: its events, and below these
 * the command. In a pipe, each hook is a line.
 */
function linesOf(hooks: readonly ListedHook[], reader: Reader): string[] {
  if (reader.columns === Infinity)
    return alignColumns(hooks.map((hook) => [...stateOf(hook, reader), eventOf(hook), hook.command]));
  const entries = new Map<string, [ListedHook, ...ListedHook[]]>();
  for (const hook of hooks) {
    const key = JSON.stringify([stateOf(hook, reader), hook.command]);
    const entry = entries.get(key);
    if (entry) entry.push(hook);
    else entries.set(key, [hook]);
  }
  const all = [...entries.values()];
  const heads = alignColumns(all.map(([first]) => [...stateOf(first, reader), "|"]));
  return all.flatMap((entry, at) => {
    const command = commandIn(withTilde(entry[0].command, reader.home), reader.columns);
    return [withinColumns(`${heads[at]!.slice(0, -1)}${entry.map(shortEventOf).join(", ")}`, reader), command];
  });
}

/** A command in which every character stands for itself, so that it may be divided between its words. */
const PLAIN_WORDS = /^[\w@%+=:,./~-]+(?: [\w@%+=:,./~-]+)+$/;

/** A command on lines of its own that can be copied: a shell joins lines at a backslash. Another command stays whole. */
function commandIn(command: string, columns: number): string {
  const indent = " ".repeat(INDENT);
  if (widthOf(command) <= columns - INDENT || !PLAIN_WORDS.test(command)) return indent + command;
  const lines: string[] = [];
  for (const word of command.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= columns - INDENT - 4) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line, at) => `${indent}${at > 0 ? "  " : ""}${line}`).join(" \\\n");
}

function headOf({ agent, file }: ListedHook): string {
  return `${agent}: ${printable(file)}`;
}

function stateOf({ ours, enabled, trusted, changed }: ListedHook, { style }: Reader): string[] {
  const state = [
    enabled ? style.green("on") : style.yellow("OFF"),
    ...(trusted === null ? [] : [trusted ? "trusted" : style.red("NOT TRUSTED")]),
    ...(changed ? [style.yellow("CHANGED")] : []),
  ].join(", ");
  return [`  ${state}`, ours ? "ours" : "other"];
}

function eventOf({ event, matcher }: Pick<ListedHook, "event"> & { readonly matcher?: string | undefined }): string {
  const name = event === "" ? "every event" : event;
  return matcher === undefined ? name : `${name} (${matcher})`;
}

/** The event of a hook in a list of events: a matcher that fits every tool is not told. */
function shortEventOf(hook: ListedHook): string {
  return hook.matcher === "*" ? eventOf({ ...hook, matcher: undefined }) : eventOf(hook);
}
