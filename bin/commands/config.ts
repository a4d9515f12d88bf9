import { Command } from "commander";

import { BUILTINS } from "../../builtins/doors/table.ts";
import type { Io } from "../../kit/io.ts";
import { writeJson, writeWithin } from "../show.ts";

export function configCommand(io: Io): Command {
  return new Command("config")
    .description("what holds in this folder and whose settings file says so")
    .option("--json", "print it as JSON")
    .option("--schema", "print the JSON schema of both settings files, for an editor")
    .addHelpText("after", "\nExample:\n  snapveil config --schema > ~/.config/snapveil/schema.json")
    .action(async (options: { json?: boolean; schema?: boolean }) => {
      if (options.schema) {
        const { settingsSchema } = await import("../../worktree/doors/edit-settings.ts");
        return writeJson(io, settingsSchema(BUILTINS.map(({ name }) => name)));
      }
      const { settingsInForce } = await import("../../doctor/settings-in-force.ts");
      const found = await settingsInForce(io, io.cwd);
      if (options.json) {
        const files = found.files.map(({ file, origin, isOuter }) => ({ file, origin, outer: isOuter }));
        return writeJson(io, { ...found, files });
      }
      const { describeConfig } = await import("../describe-config.ts");
      writeWithin(io, describeConfig(found));
    });
}
