import type { Io } from "../../kit/io.ts";
import { text } from "../loopback/reply.ts";
import { startServer, type RunningServer, type ServerOptions } from "../loopback/start-server.ts";
import { answerEvent } from "./answer-event.ts";

/** Bytes of an event: the longest conversation that an agent can send is far below. */
const MOST = 64 << 20;

/** Answers events of agents that speak HTTP, on 127.0.0.1, with the code that a hook's process runs. */
export function serveHooks(io: Io, options: Pick<ServerOptions, "token" | "port" | "idle">): Promise<RunningServer> {
  return startServer(io, {
    ...options,
    most: MOST,
    refusal: ({ status, why }) => text(why, status),
    // Never rejects: a guard that is not heard of is a guard that is not there.
    async answer(request) {
      try {
        return await answerEvent(io, request, await request.body());
      } catch {
        return text("The request broke off, or cannot be read.", 400);
      }
    },
  });
}
