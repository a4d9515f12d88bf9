import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import type { Checkpoint } from "../../shadow-repo/journal/checkpoint.ts";
import { checkpointTable, describeCheckpoints } from "../../terminal/checkpoint-table.ts";
import { displayOf, showText, writeJson } from "../show.ts";

const EXAMPLES = `
Examples:
  snapveil checkpoints                        a table that fits the terminal, in a pager where it is long
  snapveil checkpoints --session ID --json    for a script`;

/** Why none is listed. */
function whyNone(all: readonly Checkpoint[], session: string | undefined): string {
  if (all.length === 0) return "There are no checkpoints here yet.";
  if (session !== undefined && !all.some(({ session_id }) => session_id === session))
    return `There are no checkpoints of a session "${printable(session)}" here.`;
  return "Every checkpoint was undone. snapveil checkpoints --all lists them, snapveil redo takes the last undo back.";
}

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
      if (list.checkpoints.length === 0) {
        const { checkpoints: all } = await listCheckpoints(io, io.cwd, { all: true });
        return io.writeStdout(`${whyNone(all, options.session)}\n`);
      }
      const display = displayOf(io);
      showText(
        io,
        display
          ? `${checkpointTable(list.checkpoints.toReversed(), io.now(), display).join("\n")}\n`
          : describeCheckpoints(list, io.now()),
        display,
      );
    });
}
