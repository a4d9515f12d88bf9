import { dispatch, type HookRequest } from "../dispatch/dispatch.ts";
import type { Io } from "../kit/io.ts";
import type { Answer } from "./refuse-request.ts";

const KNOWN = new Set(["agent", "event", "builtin", "arg"]);

/**
 * Answers one event as `snapveil hook` does: the query stands for the command line, the body for standard input, and the
 * answer's text for standard output. What a process says by another exit code than 0 is status 422 with its sentence.
 */
export async function answerEvent(io: Io, url: string, body: string): Promise<Answer> {
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  if (pathname !== "/hook") return { status: 404, body: "Events go to /hook." };
  const unknown = [...searchParams.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) return { status: 400, body: `There is no parameter "${unknown}"; known: ${[...KNOWN].join(", ")}.` };
  let said = "";
  // A world of its own: nothing that was read for one event may be believed at the next.
  const world: Io = { ...io, argv: [], readStdin: () => body, writeStdout() {}, writeStderr: (text) => (said += text), interactive: false };
  const reply = await dispatch(world, requestOf(searchParams));
  said += reply.stderr;
  if (reply.exitCode === 0 && said !== "") io.writeStderr(said);
  return reply.exitCode === 0 ? { status: 200, body: reply.stdout, exitCode: 0 } : { status: 422, body: said, exitCode: reply.exitCode };
}

function requestOf(parameters: URLSearchParams): HookRequest {
  const [agent, event, builtin] = ["agent", "event", "builtin"].map((name) => parameters.get(name) ?? undefined);
  return { ...(agent !== undefined && { agent }), ...(event !== undefined && { event }), ...(builtin !== undefined && { builtin }), args: parameters.getAll("arg") };
}
