import type { Io } from "../kit/io.ts";
import { showStack, UserError } from "../kit/user-error.ts";
import { realIo, stdinIsPiped } from "./real-io.ts";
import { runHook, sayIfPossible } from "./run-hook.ts";

/** Runs the command line; the exit code. */
export async function main(io: Io = realIo()): Promise<number> {
  try {
    return await run(io);
  } catch (error) {
    // Exit 2: some agents take any other failure of a guard for consent.
    const why =
      error instanceof UserError
        ? error.message
        : `internal error (${error instanceof Error ? error.name : typeof error}). ` +
          "Run with DEBUG=snapveil to see more.";
    sayIfPossible(io, `snapveil: ${why}\n`);
    if (!(error instanceof UserError)) showStack(io, error);
    return 2;
  }
}

/**
 * The hook form is routed here, without a parser of command lines: each event of an agent pays for a process start.
 * Everything that a person types goes on to the commands, which are loaded only then. `mod-state` is asked by Claude
 * Code's mod alone.
 */
async function run(io: Io): Promise<number> {
  const [first, ...rest] = io.argv;
  const isHook = first === "hook" ? !asksForHelp(rest) : first === undefined && stdinIsPiped();
  if (isHook && rest[0] === "--lines") return (await import("./answer-lines.ts")).answerLines(io, rest.slice(1));
  if (isHook) return runHook(io, rest);
  if (first === "mod-state") {
    const { modState } = await import("../hook/mod-state.ts");
    const [cwd = io.cwd] = rest;
    io.writeStdout(JSON.stringify(await modState(io, cwd, Math.floor(Math.random() * 2 ** 32))));
    return 0;
  }
  const { default: runCommand } = await import("./run-command.ts");
  return runCommand(io);
}

/** Whether `--help` stands before a builtin's name; after the name, it is the builtin's own word. */
function asksForHelp(words: readonly string[]): boolean {
  const [first] = words;
  return first === "--help" || first === "-h";
}
