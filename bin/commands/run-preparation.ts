import type { Command } from "commander";

import type { Preparation } from "../../install/install.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { ask } from "../ask.ts";

export interface InstallOptions {
  readonly all?: boolean;
  readonly project?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The options that install and uninstall share. */
export function withInstallOptions(command: Command): Command {
  return command
    .option("--all", "every agent that is there")
    .option("--project", "for the project where you are, instead of for you in all projects")
    .option("--dry-run", "show what would change and change nothing")
    .option("-y, --yes", "do it without asking")
    .option("--json", "print the result as JSON");
}

/**
 * Look first, show it, ask, then do it.
 * @throws UserError where it would have had to ask and there is no terminal
 */
export async function runPreparation(
  io: Io,
  options: InstallOptions,
  verb: "install" | "uninstall",
  prepare: () => Promise<Preparation>,
): Promise<void> {
  const preparation = await prepare();
  const { dryRun, yes, json } = options;
  const { describePlans, describeResult, resultJson } = await import("../describe-install.ts");
  if (!json) io.writeStdout(describePlans(preparation, verb));
  if (preparation.isChange && !dryRun) {
    if (!yes && !io.interactive) throw new UserError("needsConfirmation", ["There is no terminal to ask on."]);
    if (!yes && !(await ask("Do this?"))) {
      io.writeStdout("Nothing was changed.\n");
      return;
    }
  }
  const result = preparation.isChange && !dryRun ? preparation.run() : undefined;
  io.writeStdout(
    json
      ? `${JSON.stringify(resultJson(preparation, result, dryRun === true), null, 2)}\n`
      : describeResult(preparation, result, verb, dryRun === true),
  );
}

/** Where this program's files lie: what is copied. */
export function programFolder(): string {
  const folder = import.meta.dirname;
  if (folder === undefined) throw new UserError("badArgument", ["The program's folder is not known."]);
  return folder;
}
