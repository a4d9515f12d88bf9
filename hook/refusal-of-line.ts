import { detectDialect } from "../agents/codec/detect-dialect.ts";
import type { Reply } from "../agents/codec/dialect.ts";
import { builtinNamed } from "../builtins/doors/table.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { salvage } from "./unanswered.ts";

/**
 * The reply to an invalid command line, or if the program itself is broken: a refusal in the agent's own form, since
 * some agents ignore exit codes. A line is not refused only if it names a builtin that fails open; any other line may
 * be for a guard.
 */
export async function refusalOfLine(io: Io, words: readonly string[], error: unknown): Promise<Reply> {
  const kind = error instanceof Error ? error.name : typeof error;
  const sentence = `snapveil: ${error instanceof UserError ? error.message : `internal error (${kind}).`}\n`;
  const named = words.map(builtinNamed).find((builtin) => builtin !== undefined);
  const isClosed = named?.failure !== "open";
  const agent = valueOf("--agent", words);
  if (agent === undefined) return { stdout: "", stderr: sentence, exitCode: isClosed ? 2 : 1 };
  const event = valueOf("--event", words);
  const given = { agent, ...(event !== undefined && { event }) };
  const { dialect, wireName } = await detectDialect(salvage(textOf(io)), given, io.env);
  return dialect.encodeUnreadable(sentence, isClosed, wireName);
}

/** Standard input; empty if it was already read or cannot be read. */
function textOf(io: Io): string {
  try {
    return io.readStdin();
  } catch {
    return "";
  }
}

function valueOf(option: string, words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  return words[at] === option ? words[at + 1] : words[at]?.slice(option.length + 1);
}
