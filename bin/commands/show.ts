import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printDiff, withDiffOptions, type DiffOptions } from "./print-diff.ts";

export function showCommand(io: Io): Command {
  const command = new Command("show")
    .description("what a checkpoint changed")
    .argument("<id>", "the checkpoint, as `snapveil checkpoints` shows it")
    .argument("[paths...]", "only these files or folders");
  return withDiffOptions(command)
    .addHelpText("after", "\nExamples:\n  snapveil show ID\n  snapveil show ID --stat")
    .action(async (checkpoint: string, paths: string[], options: DiffOptions) => {
      const { showCheckpoint } = await import("../../shadow-repo/show-checkpoint.ts");
      printDiff(io, await showCheckpoint(io, io.cwd, { checkpoint, paths }), options);
    });
}
