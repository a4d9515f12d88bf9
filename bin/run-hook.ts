import { builtinNamed } from "../builtins/registry.ts";
import { dispatch, type HookRequest } from "../hook/dispatch.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { parseHookArguments } from "./parse-hook-arguments.ts";

/** Answers one event: the reply goes out as it is, and its exit code is the process's. */
export async function runHook(io: Io, words: readonly string[]): Promise<number> {
  let request: HookRequest;
  try {
    request = parseHookArguments(words);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.writeStderr(`snapveil: ${error.message}\n`);
    // Whether the misspelled line was to guard something cannot be told, unless it names a builtin that does not.
    const named = words.map(builtinNamed).find((builtin) => builtin !== undefined);
    return named?.failure === "open" ? 1 : 2;
  }
  const reply = await dispatch(io, request);
  if (reply.stderr !== "") io.writeStderr(reply.stderr);
  if (reply.stdout !== "") io.writeStdout(`${reply.stdout}\n`);
  return reply.exitCode;
}
