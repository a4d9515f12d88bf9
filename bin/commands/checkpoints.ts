import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { checkpointTable, describeCheckpoints } from "../../terminal/checkpoint-table.ts";
import { displayOf } from "../display-of.ts";
import { showText } from "../show-text.ts";
import { writeJson } from "../write-json.ts";

const EXAMPLES = `
Examples:
  snapveil checkpoints                        a table that fits the terminal, in a pager where it is long
  snapveil checkpoints --session ID --json    for a script`;

export function checkpointsCommand(io: Io): Command {
  return new Command("checkpoints")
    .description("list what can be undone, newest first")
    .option("--session <id>", "only this session")
    .option("--all", "also those that were undone")
    .option("--json", "print them as JSON, oldest first")
    .addHelpText("after", EXAMPLES)
    .action(async (options: { session?: string; all?: boolean; json?: boolean }) => {
      const { listCheckpoints } = await import("../../shadow-repo/look/list-checkpoints.ts");
      const list = await listCheckpoints(io, io.cwd, {
        all: options.all ?? false,
        ...(options.session !== undefined && { session: options.session }),
      });
      if (options.json) return writeJson(io, list);
      const display = displayOf(io);
      const isTable = display && list.checkpoints.length > 0;
      showText(
        io,
        isTable
          ? `${checkpointTable(list.checkpoints.toReversed(), io.now(), display).join("\n")}\n`
          : describeCheckpoints(list, io.now()),
        display,
      );
    });
}
