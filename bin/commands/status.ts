import { Command } from "commander";

import { builtinNamed } from "../../builtins/registry.ts";
import type { Io } from "../../kit/io.ts";
import { describeStatus } from "../../terminal/describe-status.ts";
import { writeJson } from "../show.ts";

export function statusCommand(io: Io): Command {
  return new Command("status")
    .description("place, size, budget and health of the shadow repository, and what is not recorded")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  snapveil status")
    .action(async (options: { json?: boolean }) => {
      const { status } = await import("../../shadow-repo/look/status.ts");
      const { readSettings } = await import("../../worktree/read-settings.ts");
      const { switches } = await readSettings(io, io.cwd);
      const isDisabled = io.env["SNAPVEIL_DISABLE"] === "1";
      const off = Object.keys(switches).find((name) => !switches[name] && builtinNamed(name)?.leg === "snapshot");
      const found = await status(io, io.cwd);
      const refused = isDisabled
        ? "SNAPVEIL_DISABLE=1 is set here: hooks that have it do nothing. Unset it."
        : off && `Your settings switch ${off} off in hooks.`;
      const state = refused ? { ...found, refused: found.refused ?? refused } : found;
      if (options.json) return writeJson(io, state);
      io.writeStdout(describeStatus(state));
    });
}
