import type { Io } from "./io.ts";

/** Writes an error's stack to standard error where `DEBUG` asks for it. */
export function showStack(io: Pick<Io, "env" | "writeStderr">, error: unknown): void {
  if (io.env["DEBUG"]?.includes("snapveil")) io.writeStderr(`${stackOf(error)}\n`);
}

/** The stack with those of its causes. A parser's message quotes its input, so that one is left out. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.name;
  const own = error instanceof SyntaxError ? stack.replace(error.message, "(message left out)") : stack;
  return error.cause === undefined ? own : `${own}\ncaused by: ${stackOf(error.cause)}`;
}
