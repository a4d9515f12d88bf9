import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { describeCheckpoints } from "../describe-checkpoints.ts";

export function checkpointsCommand(io: Io): Command {
  return new Command("checkpoints")
    .description("list what can be undone, newest first")
    .option("--session <id>", "only this session")
    .option("--all", "also those that were undone")
    .option("--json", "print them as JSON, oldest first")
    .addHelpText("after", "\nExample:\n  snapveil checkpoints --session ID --json")
    .action(async (options: { session?: string; all?: boolean; json?: boolean }) => {
      const { listCheckpoints } = await import("../../shadow-repo/list-checkpoints.ts");
      const list = await listCheckpoints(io, io.cwd, { all: options.all ?? false, ...(options.session !== undefined && { session: options.session }) });
      io.writeStdout(options.json ? `${JSON.stringify(list, null, 2)}\n` : describeCheckpoints(list, io.now()));
    });
}
