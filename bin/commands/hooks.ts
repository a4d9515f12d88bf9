import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { UNBOUND } from "../../terminal/display.ts";
import { inLines } from "../../terminal/text-width.ts";
import { offInWords, readSwitch } from "../../worktree/doors/switch.ts";
import { describeHooks } from "../describe-hooks.ts";
import { PROGRAM_FOLDER } from "../program.ts";
import { displayOf, writeJson } from "../show.ts";

const EXAMPLES = `
Hooks of other programs are listed if they stand in a file that snapveil reads anyway. The only program that is started
is Codex, which is asked for the hooks that it trusts. Secrets in commands are redacted.

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
      const reader = displayOf(io) ?? UNBOUND;
      const said = off && `SNAPVEIL IS OFF ${offInWords(off)}: its hooks do nothing. Switch it on: snapveil on`;
      if (said) io.writeStdout(`${reader.style.yellow(inLines(said, 0, reader))}\n\n`);
      io.writeStdout(describeHooks(list, reader));
    });
}
