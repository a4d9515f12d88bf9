/**
 * An error's stack with those of its causes, for DEBUG. A parser's message quotes its input, so that one is left out.
 */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.name;
  const own = error instanceof SyntaxError ? stack.replace(error.message, "(message left out)") : stack;
  return error.cause === undefined ? own : `${own}\ncaused by: ${stackOf(error.cause)}`;
}
