import { stripVTControlCharacters } from "node:util";

import { gitEnvironment } from "../../kit/git-environment.ts";
import { runGroup, type GroupResult } from "../../kit/run-group.ts";
import type { Call } from "../call.ts";
import { redactName, redactQuoted } from "../redact-quoted.ts";

/** The most lines of a command's output that are shown, and the most characters of a line. */
const [MOST_LINES, LONGEST_LINE] = [30, 300];

/** Runs a command of the user's in the worktree's top folder, without a shell. @param timeout in milliseconds */
export function runUserCommand(
  [file = "", ...args]: readonly string[],
  root: string,
  { io }: Pick<Call, "io">,
  timeout: number,
): Promise<GroupResult> {
  return runGroup(file, args, { env: environment(io.env), cwd: root, io, timeout });
}

/**
 * The environment of the command: the user's own, which build tools need, but without the variables that would lead git
 * to another repository, relative entries of PATH, and the token of snapveil's server.
 */
function environment(env: Call["io"]["env"]): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !/^GIT_|^SNAPVEIL_TOKEN$/.test(name),
  );
  const { PATH = "", GIT_TERMINAL_PROMPT = "" } = gitEnvironment(env);
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH, GIT_TERMINAL_PROMPT, NO_COLOR: "1" };
}

/** The first or last lines of an output, redacted and without control characters. */
export async function linesOf(
  { output }: GroupResult,
  which: "first" | "last",
  call: Call,
  cwd: string | undefined,
): Promise<string> {
  const text = await redactQuoted(stripVTControlCharacters(output), call, cwd);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const kept = which === "first" ? lines.slice(0, MOST_LINES) : lines.slice(-MOST_LINES);
  const shown = kept.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
  if (kept.length === lines.length) return shown.join("\n");
  return (which === "first" ? [...shown, "…"] : ["…", ...shown]).join("\n");
}

/** The beginning of a command in one line, redacted, for a sentence. */
export async function shortCommand(words: readonly string[], call: Call, cwd: string | undefined): Promise<string> {
  const title = await redactName(words.join(" "), call, cwd);
  return title.length > 100 ? `${title.slice(0, 100)}…` : title;
}

/** The reason why a command failed or did not end by itself, as the end of a sentence; `undefined` if it succeeded. */
export function troubleOf({ status, error, isLate }: GroupResult, timeout: number): string | undefined {
  if (isLate) return `took longer than ${(timeout / 1000).toFixed(1)} s and was ended`;
  if (error === "ENOENT") return "was not found";
  if (error !== undefined) return `could not be started (${error})`;
  if (status === 0) return undefined;
  return status === -1 ? "was ended by a signal" : `failed with exit code ${status}`;
}

/**
 * A sentence about arguments that are not `COMMAND ARG…`, without quoting them; `undefined` for valid ones.
 * @param example a valid line of the settings, beginning with the builtin's name
 */
export function faultInCommand(example: string, [command = ""]: readonly string[]): string | undefined {
  const [name] = example.split(" ", 1);
  const wanted = `${name} takes a command and its arguments, each as a word of its own. Write for instance: ${example}`;
  // A command line in one argument would be taken for the name of a program.
  return command.trim() === "" || (/\s/.test(command) && !/[\\/]/.test(command)) ? wanted : undefined;
}
