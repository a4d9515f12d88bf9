import { defined } from "../../kit/defined.ts";
import { fromNow } from "../../hook/deadline.ts";
import { dispatch } from "../../hook/dispatch.ts";
import type { HookRequest } from "../../hook/request.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import type { RequestTarget } from "../loopback/guard.ts";
import { text, type HttpReply } from "../loopback/reply.ts";
import { startServer, type RunningServer, type ServerOptions } from "../loopback/start-server.ts";

/** The largest event in bytes, far more than the longest conversation that an agent can send. */
const MOST = 64 << 20;

const KNOWN = new Set(["agent", "event", "builtin", "arg"]);

/** Serves `snapveil serve`: answers events of agents that send them over HTTP, with the code that a hook runs. */
export function serveHooks(io: Io, options: Pick<ServerOptions, "token" | "port" | "idle">): Promise<RunningServer> {
  return startServer(io, {
    ...options,
    most: MOST,
    refusal: ({ status, why }) => text(why, status),
    // Without a reply to the event, the agent would continue unguarded, so this never rejects.
    async answer(request) {
      try {
        return await answerEvent(io, request, await request.body());
      } catch {
        return text("The request broke off, or cannot be read.", 400);
      }
    },
  });
}

/**
 * Answers an event like `snapveil hook`: the query replaces the command line, the body standard input, and the reply's
 * body standard output. The status is 200 even for a refusal, since agents ignore decisions with another status. A
 * refusal that a hook expresses only by its exit code is put into the body as the generic dialect does. An unreadable
 * event gets status 422 with a sentence.
 */
export async function answerEvent(io: Io, { path, query }: RequestTarget, body: string): Promise<HttpReply> {
  if (path !== "/hook") return text("Events go to /hook.", 404);
  const unknown = [...query.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined)
    return text(`There is no parameter "${printable(unknown)}"; known: ${[...KNOWN].join(", ")}.`, 400);
  let said = "";
  // Each event gets a new Io, since data that were read for one event must not be used for the next event.
  const world: Io = {
    ...fromNow(io),
    argv: [],
    readStdin: () => body,
    writeStdout() {},
    writeStderr: (text) => (said += text),
    interactive: false,
  };
  const { stdout, stderr, exitCode, isUnread } = await dispatch(world, requestOf(query));
  said += stderr;
  const answered = (status: number, answer: string): HttpReply => ({
    ...text(answer, status),
    ...(status === 200 && answer.startsWith("{") && { type: "application/json; charset=utf-8" }),
    headers: { "snapveil-exit-code": String(exitCode) },
  });
  if (stdout === "" && isUnread) return answered(422, said);
  if (stdout === "" && exitCode !== 0) return answered(200, JSON.stringify({ decision: "block", reason: said.trim() }));
  if (said !== "") io.writeStderr(said);
  return answered(200, stdout);
}

function requestOf(parameters: URLSearchParams): HookRequest {
  const [agent, event, builtin] = ["agent", "event", "builtin"].map((name) => parameters.get(name) ?? undefined);
  return {
    ...defined({ agent, event, builtin }),
    args: parameters.getAll("arg"),
  };
}
