import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { parseCount } from "./parse-number.ts";
import { runRestore, withRestoreOptions, type RestoreOptions } from "./run-restore.ts";

export function redoCommand(io: Io): Command {
  const command = new Command("redo")
    .description("undo the undo: bring back what the last undo took away")
    .argument("[count]", "how many undos to take back", parseCount, 1)
    .option("--session <id>", "only checkpoints of this session");
  return withRestoreOptions(command)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  snapveil redo --dry-run      what would change\n" +
        "  snapveil redo --yes          take the last undo back without asking",
    )
    .action(async (count: number, options: RestoreOptions & { session?: string }) => {
      const { redo } = await import("../../shadow-repo/restore/redo.ts");
      await runRestore(io, options, (dryRun) =>
        redo(io, io.cwd, { count, dryRun, ...(options.session !== undefined && { session: options.session }) }),
      );
    });
}
