import { Command, InvalidArgumentError } from "commander";

import { LEGS, type Leg } from "../../builtins/doors/table.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { requirePersonOrScript } from "../../worktree/doors/person.ts";
import type { Preparation } from "../../install/preparation.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { ask, NOT_COMPLETE } from "./run-restore.ts";
import { PROGRAM_FOLDER, VERSION } from "../program.ts";
import { displayOf, writeJson } from "../show.ts";

interface InstallOptions {
  readonly all?: boolean;
  readonly project?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly only?: Leg[];
  readonly statusLine?: boolean;
  readonly mcp?: boolean;
}

const INSTALL = `
install shows what it adds to which file and asks; --diff shows each line. Other hooks, comments and the order of a
file stay.
The program is copied to the data folder, and agents start that copy, so npx may clear its cache.

Legs: arguments, messages, output (where secrets are taken out), context (texts for the model), snapshot (checkpoints).

Examples:
  snapveil install                               every agent found on this machine, after one question
  snapveil install claude-code --dry-run         what would change
  snapveil install claude-code --status-line     with snapveil's line below the prompt
  snapveil install codex gemini-cli              for you, in all projects
  snapveil install claude-code --project         in this project only
  snapveil install cursor --only arguments       nothing but secrets in tool arguments`;

const UNINSTALL = `
A file that nobody changed since the installation becomes what it was, byte for byte. From a file that was changed,
only what install wrote is removed. Checkpoints stay, and so do copies of the files, in the data folder.

Examples:
  snapveil uninstall claude-code --dry-run
  snapveil uninstall --all --yes`;

export function installCommand(io: Io, exit: (code: number) => void): Command {
  return command(io, exit, "install", "register with the agents on this machine, or with those that you name")
    .option("--only <legs...>", `register these legs only: ${LEGS.join(", ")}`, collectLegs)
    .option("--status-line", "also show snapveil's short line as the agent's status line, if none is set")
    .option("--mcp", "also register tools for the model: list checkpoints, plan an undo, do it after your yes")
    .addHelpText("after", INSTALL);
}

export function uninstallCommand(io: Io, exit: (code: number) => void): Command {
  return command(io, exit, "uninstall", "remove what install registered").addHelpText("after", UNINSTALL);
}

function command(io: Io, exit: (code: number) => void, verb: "install" | "uninstall", description: string): Command {
  const isInstall = verb === "install";
  return new Command(verb)
    .description(description)
    .argument(
      "[agents...]",
      `as \`snapveil agents\` names them${isInstall ? "; without a name: every agent found on this machine" : ""}`,
    )
    .option("--all", `every agent that is ${isInstall ? "found on this machine" : "registered"}`)
    .option("--project", "for the project where you are, instead of for you in all projects")
    .option("--dry-run", "show what would change and change nothing; each line of it with --diff")
    .option("--diff", "show the lines that change, too")
    .option("-y, --yes", "do it without asking")
    .option("--json", "print the result as JSON")
    .action(async (agents: string[], options: InstallOptions) => {
      const { prepareInstall, prepareUninstall } = await import("../../install/install.ts");
      const request = {
        agents,
        all: options.all === true || (isInstall && agents.length === 0),
        scope: options.project ? ("project" as const) : ("user" as const),
        program: { folder: PROGRAM_FOLDER, version: VERSION },
        execPath: process.execPath,
      };
      const preparation = isInstall
        ? await warned(
            io,
            options,
            await prepareInstall(io, {
              ...request,
              legs: options.only ?? [],
              statusLine: options.statusLine === true,
              mcp: options.mcp === true,
            }),
          )
        : await prepareUninstall(io, request);
      await run(io, verb, options, preparation);
      if (preparation.leftOut.length > 0) exit(NOT_COMPLETE);
    });
}

/** Adds warnings about useless settings, since the settings decide which events are registered. */
async function warned(io: Io, { project }: InstallOptions, preparation: Preparation): Promise<Preparation> {
  const { faultsIn } = await import("../../doctor/check-settings.ts");
  const faults = await faultsIn(await readSettings(io, project ? preparation.where.root : undefined));
  return { ...preparation, warnings: [...preparation.warnings, ...faults] };
}

function collectLegs(word: string, before: Leg[] | undefined): Leg[] {
  const legs = word.split(",").filter((leg) => leg !== "");
  const wrong = legs.find((leg) => !LEGS.includes(leg as Leg));
  if (wrong !== undefined || legs.length === 0) throw new InvalidArgumentError(`A leg is one of ${LEGS.join(", ")}.`);
  return [...(before ?? []), ...(legs as Leg[])];
}

function questionOf(verb: "install" | "uninstall", { plans }: Preparation): string {
  const changing = plans.filter(({ changes }) => changes.length > 0);
  const [one] = changing;
  const whom = changing.length === 1 ? one!.title : `these ${changing.length} agents`;
  if (!one) return "Do this?";
  return verb === "install" ? `Register with ${whom}?` : `Take snapveil out of ${whom}?`;
}

/**
 * Shows the planned changes, asks the person, and carries them out.
 * @throws UserError if there is no terminal to ask on, or an agent runs a command that is reserved for a person
 */
async function run(
  io: Io,
  verb: "install" | "uninstall",
  { dryRun = false, diff = false, yes, json, only }: InstallOptions,
  preparation: Preparation,
): Promise<void> {
  const { describePlans, describeResult, resultJson } = await import("../describe-install.ts");
  const reader = displayOf(io);
  if (!json) io.writeStdout(describePlans(preparation, verb, diff, reader));
  const isToDo = preparation.isChange && !dryRun;
  // Only a person may remove hooks or register fewer of them.
  if (isToDo && (verb === "uninstall" || only))
    await requirePersonOrScript(io, `snapveil ${verb}${only ? " --only" : ""}`);
  if (isToDo && !yes) {
    if (!io.interactive) throw new UserError("needsConfirmation", ["There is no terminal to ask on."]);
    if (!(await ask(questionOf(verb, preparation)))) return io.writeStdout("Nothing was changed.\n");
  }
  const result = isToDo ? preparation.run() : undefined;
  if (json) writeJson(io, resultJson(preparation, result, dryRun));
  else io.writeStdout(describeResult(preparation, result, verb, dryRun, reader));
}
