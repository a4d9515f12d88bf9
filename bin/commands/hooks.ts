import { Command } from "commander";

import type { HookList, ListedHook } from "../../doctor/list-hooks.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { alignColumns } from "../../terminal/text-width.ts";
import { readSwitch } from "../../worktree/switch.ts";
import { offInWords } from "../../worktree/turn-switch.ts";
import { PROGRAM_FOLDER } from "../program.ts";
import { writeJson } from "../show.ts";

const EXAMPLES = `
Other programs' hooks are listed where they stand in a file that snapveil reads anyway. Nothing is started but Codex,
which is asked which hooks it trusts. Secrets in commands are redacted.

Examples:
  snapveil hooks
  snapveil hooks --json`;

export function hooksCommand(io: Io): Command {
  return new Command("hooks")
    .description("list every hook that is registered with an agent, and whether it is trusted, changed and on")
    .option("--json", "print them as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: { json?: boolean }) => {
      const { listHooks } = await import("../../doctor/list-hooks.ts");
      const list = await listHooks(io, PROGRAM_FOLDER, process.execPath);
      for (const problem of list.problems) io.writeStderr(`snapveil: ${problem}\n`);
      if (options.json) return writeJson(io, { hooks: list.hooks });
      const { off } = readSwitch(io);
      if (off)
        io.writeStdout(`SNAPVEIL IS OFF ${offInWords(off)}: its hooks do nothing. Switch it on: snapveil on\n\n`);
      io.writeStdout(describeHooks(list));
    });
}

/** A file and its hooks under each other. */
function describeHooks({ hooks }: HookList): string {
  if (hooks.length === 0) return "No agent has a hook registered. See: snapveil install --help\n";
  const files = new Map<string, string[][]>();
  for (const hook of hooks) files.set(headOf(hook), [...(files.get(headOf(hook)) ?? []), rowOf(hook)]);
  return [...files].map(([head, rows]) => `${head}\n${alignColumns(rows).join("\n")}\n`).join("\n");
}

function headOf({ agent, file }: ListedHook): string {
  return `${agent}: ${printable(file)}`;
}

function rowOf({ ours, enabled, trusted, changed, event, matcher, command }: ListedHook): string[] {
  const state = [
    enabled ? "on" : "OFF",
    ...(trusted === null ? [] : [trusted ? "trusted" : "NOT TRUSTED"]),
    ...(changed ? ["CHANGED"] : []),
  ].join(", ");
  const name = event === "" ? "every event" : event;
  return [`  ${state}`, ours ? "ours" : "other", matcher === undefined ? name : `${name} (${matcher})`, command];
}
