import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { parseNumber } from "./parse-number.ts";
import { runRestore, withRestoreOptions, type RestoreOptions } from "./run-restore.ts";

export function resetCommand(io: Io): Command {
  const command = new Command("reset")
    .description("undo every checkpoint of a session from an index on")
    .argument("<keep>", "how many of the session's oldest checkpoints stay; below zero counts as none", parseNumber)
    .requiredOption("--session <id>", "the session");
  return withRestoreOptions(command)
    .addHelpText("after", "\nExample:\n  snapveil reset 0 --session ID --yes      back to where the session began")
    .action(async (keep: number, options: RestoreOptions & { session: string }) => {
      const { reset } = await import("../../shadow-repo/restore/undo.ts");
      await runRestore(io, options, (dryRun) => reset(io, io.cwd, { keep, session: options.session, dryRun }));
    });
}
