import { Command, InvalidArgumentError } from "commander";

import { LEGS, type Leg } from "../../builtins/builtin.ts";
import type { Io } from "../../kit/io.ts";
import { VERSION } from "../version.ts";
import { programFolder, runPreparation, withInstallOptions, type InstallOptions } from "./run-preparation.ts";

const EXAMPLES = `
What would be written is shown first. Other hooks, comments and the order of a file stay as they are.
The program is copied to the data folder, and agents start that copy: it does not go with npx's cache.

Legs: arguments, messages, output (where secrets are taken out), context (texts for the model), snapshot (checkpoints).

Examples:
  snapveil install claude-code --dry-run         what would change
  snapveil install codex gemini-cli              for you, in all projects
  snapveil install claude-code --project         in this project only
  snapveil install --all --yes                   every agent that is on this machine
  snapveil install cursor --only arguments       nothing but secrets in tool arguments`;

export function installCommand(io: Io): Command {
  const command = new Command("install")
    .description("register with agents, so that they start snapveil for their events")
    .argument("[agents...]", "as `snapveil agents` names them");
  return withInstallOptions(command)
    .option("--only <legs...>", `register these legs only: ${LEGS.join(", ")}`, collectLegs)
    .addHelpText("after", EXAMPLES)
    .action(async (agents: string[], options: InstallOptions & { only?: Leg[] }) => {
      const { prepareInstall } = await import("../../install/install.ts");
      const request = {
        agents,
        all: options.all === true,
        scope: options.project ? ("project" as const) : ("user" as const),
        legs: options.only ?? [],
        program: { folder: programFolder(), version: VERSION },
        execPath: process.execPath,
      };
      await runPreparation(io, options, "install", () => prepareInstall(io, request));
    });
}

function collectLegs(word: string, before: Leg[] | undefined): Leg[] {
  const legs = word.split(",").filter((leg) => leg !== "");
  const wrong = legs.find((leg) => !LEGS.includes(leg as Leg));
  if (wrong !== undefined || legs.length === 0) throw new InvalidArgumentError(`A leg is one of ${LEGS.join(", ")}.`);
  return [...(before ?? []), ...(legs as Leg[])];
}
