import type { Io } from "../kit/io.ts";
import { showStack, UserError } from "../kit/user-error.ts";
import { realIo, stdinIsPiped } from "./real-io.ts";
import { runHook, sayIfPossible } from "./run-hook.ts";

/** Runs the command line. Returns the exit code. */
export async function main(io: Io = realIo()): Promise<number> {
  try {
    return await run(io);
  } catch (error) {
    // A hook that fails exits with code 2, because after any other code some agents let the event go on.
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
 * Answers hooks at once, without the parser of command lines, because loading it would slow down every event. The
 * commands for persons are only loaded if one is typed. Only Claude Code's mod calls `mod-state`.
 */
async function run(io: Io): Promise<number> {
  const [first, ...rest] = io.argv;
  const isHook = first === "hook" ? !asksForHelp(rest) : first === undefined && stdinIsPiped();
  if (isHook && rest[0] === "--lines") return (await import("./answer-lines.ts")).answerLines(io, rest.slice(1));
  if (isHook) {
    const code = await runHook(io, rest);
    if (io.env["SNAPVEIL_ASKED"]) await (await import("./resident/start-resident.ts")).startResident(io);
    return code;
  }
  if (first === "resident") return (await import("./resident/serve-events.ts")).serveEvents(io);
  if (first === "mod-state") {
    const { modState } = await import("../hook/mod-state.ts");
    const [cwd = io.cwd] = rest;
    io.writeStdout(JSON.stringify(await modState(io, cwd, Math.floor(Math.random() * 2 ** 32))));
    return 0;
  }
  const { default: runCommand } = await import("./run-command.ts");
  return runCommand(io);
}

/** Whether the words ask for the help of `hook`. After a builtin's name, `--help` is an argument of the builtin. */
function asksForHelp(words: readonly string[]): boolean {
  const [first] = words;
  return first === "--help" || first === "-h";
}
