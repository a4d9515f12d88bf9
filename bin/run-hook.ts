import type { Reply } from "../agents/codec/dialect.ts";
import { dispatch } from "../hook/dispatch.ts";
import type { HookRequest } from "../hook/request.ts";
import { askedFor } from "../hook/plan.ts";
import type { Io } from "../kit/io.ts";
import { showStack, UserError } from "../kit/user-error.ts";

/** Answers one event: writes the reply, and returns its exit code. */
export async function runHook(io: Io, words: readonly string[]): Promise<number> {
  const { stdout, stderr, exitCode } = await replyTo(io, words);
  if (stderr !== "") sayIfPossible(io, stderr);
  if (stdout !== "") io.writeStdout(`${stdout}\n`);
  // If the agent did not read the reply, the reply may have been a refusal. Most agents take exit code 2 for a refusal.
  return io.isRead?.() === false ? 2 : exitCode;
}

async function replyTo(io: Io, words: readonly string[]): Promise<Reply> {
  try {
    const request = parseHookArguments(words);
    // If a person runs a hook by hand, a mistake in its arguments is reported before standard input is read.
    if (io.interactive && request.builtin !== undefined) await askedFor({ name: request.builtin, args: request.args });
    return await dispatch(io, request);
  } catch (error) {
    if (error instanceof UserError && io.interactive)
      return { stdout: "", stderr: `snapveil: ${error.message}\n`, exitCode: 2 };
    showStack(io, error);
    const { refusalOfLine } = await import("../hook/refusal-of-line.ts");
    return refusalOfLine(io, words, error);
  }
}

/** Writes to standard error and ignores errors, so that the reply and the exit code are still sent. */
export function sayIfPossible(io: Io, text: string): void {
  try {
    io.writeStderr(text);
  } catch {
    // Standard error is closed or full.
  }
}

/**
 * Parses the words after `hook`: options, the builtin's name, and the builtin's arguments, which are passed on
 * unchanged.
 * @throws UserError on an unknown option or a missing value
 */
export function parseHookArguments(words: readonly string[]): HookRequest {
  const options: { agent?: string; event?: string } = {};
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index]!;
    if (word === "--") {
      index += 1;
      break;
    }
    if (!word.startsWith("-")) break;
    const [name, inline] = split(word);
    if (name !== "--agent" && name !== "--event") throw new UserError("unknownOption", [word]);
    const value = inline ?? words[(index += 1)];
    if (value === undefined) throw new UserError("missingValue", [name]);
    options[name === "--agent" ? "agent" : "event"] = value;
  }
  const [builtin, ...args] = words.slice(index);
  return { ...options, ...(builtin !== undefined && { builtin }), args };
}

function split(word: string): [name: string, inline: string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
