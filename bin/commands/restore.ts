import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { runRestore, withRestoreOptions, type RestoreOptions } from "./run-restore.ts";

export function restoreCommand(io: Io): Command {
  const command = new Command("restore")
    .description("put files back to the state before a checkpoint, all of them or by path")
    .argument("<id>", "the checkpoint, as `snapveil checkpoints` shows it")
    .argument("[paths...]", "only these files or folders, relative to where you are")
    .option("--after", "the state after the checkpoint instead");
  return withRestoreOptions(command)
    .addHelpText("after", "\nExamples:\n  snapveil restore ID src/app.ts      one file\n  snapveil restore ID --after         everything, as the checkpoint left it")
    .action(async (checkpoint: string, paths: string[], options: RestoreOptions & { after?: boolean }) => {
      const { restore } = await import("../../shadow-repo/restore.ts");
      await runRestore(io, options, (dryRun) => restore(io, io.cwd, { checkpoint, paths, dryRun, after: options.after ?? false }));
    });
}
