import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { VERSION } from "../version.ts";
import { programFolder, runPreparation, withInstallOptions, type InstallOptions } from "./run-preparation.ts";

const EXAMPLES = `
A file that nobody has touched since the installation comes back byte for byte. From one that was edited only
what install wrote is taken out. Checkpoints stay; so do copies of the files, in the data folder.

Examples:
  snapveil uninstall claude-code --dry-run
  snapveil uninstall --all --yes`;

export function uninstallCommand(io: Io): Command {
  const command = new Command("uninstall")
    .description("take out what install put in")
    .argument("[agents...]", "as `snapveil agents` names them");
  return withInstallOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (agents: string[], options: InstallOptions) => {
      const { prepareUninstall } = await import("../../install/install.ts");
      const request = {
        agents,
        all: options.all === true,
        scope: options.project ? ("project" as const) : ("user" as const),
        program: { folder: programFolder(), version: VERSION },
        execPath: process.execPath,
      };
      await runPreparation(io, options, "uninstall", () => prepareUninstall(io, request));
    });
}
