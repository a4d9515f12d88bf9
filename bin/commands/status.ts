import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { describeStatus } from "../describe-status.ts";

export function statusCommand(io: Io): Command {
  return new Command("status")
    .description("place, size, budget and health of the shadow repository, and what is not recorded")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  snapveil status")
    .action(async (options: { json?: boolean }) => {
      const { status } = await import("../../shadow-repo/status.ts");
      const state = await status(io, io.cwd);
      io.writeStdout(options.json ? `${JSON.stringify(state, null, 2)}\n` : describeStatus(state));
    });
}
