import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { parseCount } from "./parse-number.ts";
import { runRestore, withRestoreOptions, type RestoreOptions } from "./run-restore.ts";

export function undoCommand(io: Io): Command {
  const command = new Command("undo")
    .description("put the files back to the state before the newest checkpoint")
    .argument("[count]", "how many checkpoints to step back", parseCount, 1)
    .option("--session <id>", "only checkpoints of this session");
  return withRestoreOptions(command)
    .addHelpText("after", "\nExamples:\n  snapveil undo --dry-run      what would change\n  snapveil undo 3 --yes        step back three checkpoints without asking")
    .action(async (count: number, options: RestoreOptions & { session?: string }) => {
      const { undo } = await import("../../shadow-repo/undo.ts");
      await runRestore(io, options, (dryRun) => undo(io, io.cwd, { count, dryRun, ...(options.session !== undefined && { session: options.session }) }));
    });
}
