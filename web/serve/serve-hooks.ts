import { createServer, type IncomingMessage } from "node:http";

import type { Io } from "../../kit/io.ts";
import { refuse } from "../loopback/guard.ts";
import { listenOnLoopback } from "../loopback/listen-on-loopback.ts";
import { readBody } from "../loopback/read-body.ts";
import { text, send, turnAway, type Reply } from "../loopback/reply.ts";
import { requestTarget, type RequestTarget } from "../loopback/request-target.ts";
import { answerEvent } from "./answer-event.ts";

/** Bytes of an event: the longest conversation that an agent can send is far below. */
const MOST = 64 << 20;

export interface ServeOptions {
  /** What a request must bring in its `Authorization` header, behind `Bearer`. */
  readonly token: string;
  /** 0 is any free port. */
  readonly port: number;
  /** Milliseconds without an event after which the server ends; 0 is never. */
  readonly idle: number;
}

export interface RunningServer {
  /** Where events go. */
  readonly url: string;
  /** Settles when the server has ended. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Answers events of agents that speak HTTP, on 127.0.0.1, with the code that a hook's process runs. */
export async function serveHooks(io: Io, { token, port, idle }: ServeOptions): Promise<RunningServer> {
  let lastAsked = io.now().getTime();
  let open = 0;
  const server = createServer((request, response) => {
    const target = requestTarget(request.url);
    const refusal = refuse(request, target, { port: own, token, most: MOST });
    if (refusal || !target)
      return turnAway(request, response, text(refusal?.why ?? "There is nothing here.", refusal?.status ?? 404));
    open += 1;
    void answer(io, request, target).then((reply) => {
      open -= 1;
      lastAsked = io.now().getTime();
      send(response, reply);
    });
  });
  server.requestTimeout = 60_000;
  const own = await listenOnLoopback(server, port);
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  const close = () => {
    clearInterval(watch);
    server.close();
    server.closeIdleConnections(); // an event that is being answered gets its answer
  };
  const watch =
    idle === 0
      ? undefined
      : setInterval(() => open === 0 && io.now().getTime() - lastAsked >= idle && close(), Math.min(idle, 5000));
  return { url: `http://127.0.0.1:${own}/hook`, closed, close };
}

/** Never rejects: a guard that is not heard of is a guard that is not there. */
async function answer(io: Io, request: IncomingMessage, target: RequestTarget): Promise<Reply> {
  try {
    return await answerEvent(io, target, await readBody(request, MOST));
  } catch {
    return text("The request broke off, or cannot be read.", 400);
  }
}
