import { Command, CommanderError } from "commander";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { commandIo } from "./command-io.ts";
import { COMMANDS } from "./commands/registry.ts";
import { VERSION } from "./version.ts";

/** Exit code of a hand command that could not run: bad arguments, unreadable input, refused. */
const COULD_NOT_RUN = 2;

/** No space, no quota left. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);

/** Runs what a person typed and gives the exit code: 0 done, 1 findings, 2 could not run. */
export default async function runCommand(world: Io): Promise<number> {
  const io = commandIo(world);
  const result = { exitCode: 0 };
  const program = new Command("snapveil")
    .description("Undo checkpoints and a veil over secrets for coding agents, run as their command hook.")
    .version(VERSION)
    .showHelpAfterError("(add --help for the options)")
    .configureOutput({ writeOut: (text) => io.writeStdout(text), writeErr: (text) => io.writeStderr(text) })
    .exitOverride();
  program.addHelpText("after", "\nOn the hook path: snapveil hook [--agent NAME] [--event NAME] [BUILTIN [ARG...]] reads one event as JSON on standard input.");
  for (const define of COMMANDS) {
    const command = define(io, (code) => (result.exitCode = code));
    program.addCommand(command.exitOverride().configureOutput(program.configureOutput()));
  }
  try {
    await program.parseAsync([...io.argv], { from: "user" });
    return result.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : COULD_NOT_RUN;
    const sentence = error instanceof UserError ? error.message : FULL.has((error as NodeJS.ErrnoException).code ?? "") ? new UserError("fullDisk").message : undefined;
    if (sentence === undefined) throw error;
    io.writeStderr(`snapveil: ${sentence}\n`);
    return COULD_NOT_RUN;
  }
}
