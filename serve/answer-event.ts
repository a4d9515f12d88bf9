import { fromNow } from "../hook/deadline.ts";
import { dispatch, type HookRequest } from "../hook/dispatch.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/printable.ts";
import { requestTarget } from "../kit/request-target.ts";
import type { Answer } from "./refuse-request.ts";

const KNOWN = new Set(["agent", "event", "builtin", "arg"]);

/**
 * Answers one event as `snapveil hook` does: the query stands for the command line, the body for standard input, and
 * the answer's text for standard output. A verdict is status 200, since agents pass over a decision that comes with
 * another; where a process says it by its exit code alone, the body says it in the generic protocol's words. Status 422
 * with a sentence is what could not be read.
 */
export async function answerEvent(io: Io, url: string | undefined, body: string): Promise<Answer> {
  const target = requestTarget(url);
  if (target?.path !== "/hook") return { status: 404, body: "Events go to /hook." };
  const unknown = [...target.query.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined)
    return { status: 400, body: `There is no parameter "${printable(unknown)}"; known: ${[...KNOWN].join(", ")}.` };
  let said = "";
  // A world of its own: nothing that was read for one event may be believed at the next.
  const world: Io = {
    ...fromNow(io),
    argv: [],
    readStdin: () => body,
    writeStdout() {},
    writeStderr: (text) => (said += text),
    interactive: false,
  };
  const { stdout, stderr, exitCode, isUnread } = await dispatch(world, requestOf(target.query));
  said += stderr;
  if (stdout === "" && isUnread) return { status: 422, body: said, exitCode };
  if (stdout === "" && exitCode !== 0)
    return { status: 200, body: JSON.stringify({ decision: "block", reason: said.trim() }), exitCode };
  if (said !== "") io.writeStderr(said);
  return { status: 200, body: stdout, exitCode };
}

function requestOf(parameters: URLSearchParams): HookRequest {
  const [agent, event, builtin] = ["agent", "event", "builtin"].map((name) => parameters.get(name) ?? undefined);
  return {
    ...(agent !== undefined && { agent }),
    ...(event !== undefined && { event }),
    ...(builtin !== undefined && { builtin }),
    args: parameters.getAll("arg"),
  };
}
