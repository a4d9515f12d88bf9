import type { Reply } from "../agents/codec/dialect.ts";
import { dispatch } from "../hook/dispatch.ts";
import type { HookRequest } from "../hook/request.ts";
import { askedFor } from "../hook/plan.ts";
import type { Io } from "../kit/io.ts";
import { showStack, UserError } from "../kit/user-error.ts";

/** Answers one event: the reply goes out as it is, and its exit code is the process's. */
export async function runHook(io: Io, words: readonly string[]): Promise<number> {
  const { stdout, stderr, exitCode } = await replyTo(io, words);
  if (stderr !== "") sayIfPossible(io, stderr);
  if (stdout !== "") io.writeStdout(`${stdout}\n`);
  // An answer that nobody reads may have been a refusal, and most agents take exit code 2 for one.
  return io.isRead?.() === false ? 2 : exitCode;
}

async function replyTo(io: Io, words: readonly string[]): Promise<Reply> {
  try {
    const request = parseHookArguments(words);
    // A person who tries the line hears of a mistake in it before anything is read.
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

/** Writes to standard error, which may be full: the answer and the exit code go out all the same. */
export function sayIfPossible(io: Io, text: string): void {
  try {
    io.writeStderr(text);
  } catch {
    // nobody hears it
  }
}

/**
 * The words after `hook`: options of ours, then the builtin's name; everything after that goes to the builtin verbatim.
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
