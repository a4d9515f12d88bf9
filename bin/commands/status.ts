import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { describeStatus } from "../../terminal/describe-status.ts";
import { writeJson } from "../write-json.ts";

export function statusCommand(io: Io): Command {
  return new Command("status")
    .description("place, size, budget and health of the shadow repository, and what is not recorded")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  snapveil status")
    .action(async (options: { json?: boolean }) => {
      const { status } = await import("../../shadow-repo/look/status.ts");
      const state = await status(io, io.cwd);
      if (options.json) return writeJson(io, state);
      io.writeStdout(describeStatus(state));
    });
}
