import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import type { Io } from "../kit/io.ts";
import { listenOnLoopback } from "../kit/listen-on-loopback.ts";
import { answerEvent } from "./answer-event.ts";
import { MOST, refuseRequest, type Answer } from "./refuse-request.ts";

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
    const refusal = refuseRequest(request, own, token);
    if (refusal) return refuse(request, response, refusal);
    open += 1;
    void answer(io, request).then((reply) => {
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
async function answer(io: Io, request: IncomingMessage): Promise<Answer> {
  try {
    return await answerEvent(io, request.url, await readWhole(request));
  } catch {
    return { status: 400, body: "The request broke off, or cannot be read." };
  }
}

async function readWhole(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST) throw new Error("longer than it may be, and its length was not said");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** What was not read is not waited for. */
function refuse(request: IncomingMessage, response: ServerResponse, reply: Answer): void {
  response.shouldKeepAlive = false;
  response.once("finish", () => request.destroy());
  send(response, reply);
}

function send(response: ServerResponse, { status, body, exitCode }: Answer): void {
  response.writeHead(status, {
    "content-type":
      status === 200 && body.startsWith("{") ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(exitCode !== undefined && { "snapveil-exit-code": String(exitCode) }),
  });
  response.end(body);
}
