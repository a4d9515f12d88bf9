import { builtinNamed } from "../builtins/registry.ts";
import { dispatch, type HookRequest } from "../hook/dispatch.ts";
import { askedFor } from "../hook/plan.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";

/** Answers one event: the reply goes out as it is, and its exit code is the process's. */
export async function runHook(io: Io, words: readonly string[]): Promise<number> {
  let request: HookRequest;
  try {
    request = parseHookArguments(words);
    // A person who tries the line hears of a mistake in it before anything is read.
    if (io.interactive && request.builtin !== undefined) await askedFor({ name: request.builtin, args: request.args });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    sayIfPossible(io, `snapveil: ${error.message}\n`);
    if (io.interactive) return 2;
    // Whether the misspelled line was to guard something cannot be told, unless it names a builtin that does not.
    const named = words.map(builtinNamed).find((builtin) => builtin !== undefined);
    return named?.failure === "open" ? 1 : 2;
  }
  const reply = await dispatch(io, request);
  if (reply.stderr !== "") sayIfPossible(io, reply.stderr);
  if (reply.stdout !== "") io.writeStdout(`${reply.stdout}\n`);
  return reply.exitCode;
}

/** On standard error, which may be full: the answer and the exit code go out all the same. */
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
