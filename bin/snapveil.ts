#!/usr/bin/env node
import { stackOf } from "../kit/stack-of.ts";
import { realIo, stdinIsPiped } from "./real-io.ts";
import { runHook } from "./run-hook.ts";

/**
 * The hook form is routed here, without a parser of command lines: each event of an agent pays for a process start.
 * Everything that a person types goes on to the commands, which are loaded only then.
 */
async function main(): Promise<number> {
  const io = realIo();
  const [first, ...rest] = io.argv;
  const isHook = first === "hook" ? !asksForHelp(rest) : first === undefined && stdinIsPiped();
  if (isHook) return runHook(io, rest);
  const { default: runCommand } = await import("./run-command.ts");
  return runCommand(io);
}

/** `--help` before a builtin's name; after it, it is the builtin's. */
function asksForHelp(words: readonly string[]): boolean {
  const [first] = words;
  return first === "--help" || first === "-h";
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    // Only a bug comes here. Exit 2: some agents take any other failure of a guard for consent.
    const { env, writeStderr } = realIo();
    writeStderr(`snapveil: internal error (${error instanceof Error ? error.name : typeof error}). Run with DEBUG=snapveil to see more.\n`);
    if (env["DEBUG"]?.includes("snapveil")) writeStderr(`${stackOf(error)}\n`);
    process.exitCode = 2;
  },
);
