import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { refuse, requestTarget, type Admission, type HttpRefusal, type RequestTarget } from "./guard.ts";
import { send, type HttpReply } from "./reply.ts";

/** A request that the guard has admitted. */
export interface AdmittedRequest extends RequestTarget {
  readonly method: string;
  /** Reads the body as text. @throws Error if it is too long or incomplete */
  readonly body: () => Promise<string>;
  /** The response, for an `answer` that sends a stream of events. Such an `answer` returns `undefined`. */
  readonly response: ServerResponse;
}

export interface ServerOptions extends Admission {
  /** The port to listen on; 0 for any free port. */
  readonly port: number;
  /** Milliseconds without a request after which the server closes; 0 if it never does. */
  readonly idle: number;
  /** Whether the server must stay open even without requests. */
  readonly isBusy?: () => boolean;
  /** Answers a request. Never rejects. */
  readonly answer: (request: AdmittedRequest) => Promise<HttpReply | undefined>;
  /** Makes the reply to a refused request. */
  readonly refusal: (refusal: HttpRefusal) => HttpReply;
}

export interface RunningServer {
  /** The URL of the server: `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Resolves when the server has closed. */
  readonly closed: Promise<void>;
  /** Closes the server. Requests in progress are still answered. */
  readonly close: () => void;
}

/** Starts a server on 127.0.0.1. Only requests that the guard admits are answered. */
export async function startServer(io: Pick<Io, "now">, options: ServerOptions): Promise<RunningServer> {
  let lastAsked = io.now().getTime();
  let open = 0;
  // Browsers open spare connections without sending a request. These connections would keep the process of a closed
  // server running for a minute.
  const endWhereClosed = () => {
    if (!server.listening && open === 0) server.closeAllConnections();
  };
  const server = createServer((request, response) => {
    const target = requestTarget(request.url);
    const refusal = refuse(request, target, port, options);
    if (refusal || !target)
      return turnAway(request, response, options.refusal(refusal ?? { status: 404, why: "There is nothing here." }));
    open += 1;
    const body = () => readBody(request, options.most);
    void options.answer({ ...target, method: request.method ?? "", body, response }).then((reply) => {
      open -= 1;
      lastAsked = io.now().getTime();
      response.once("close", endWhereClosed);
      if (response.destroyed) endWhereClosed();
      else if (reply) send(response, reply);
    });
  });
  server.requestTimeout = 60_000;
  const port = await listen(server, options.port);
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  const look = () => {
    if (open > 0 || options.isBusy?.()) lastAsked = io.now().getTime();
    else if (io.now().getTime() - lastAsked >= options.idle) close();
  };
  const watch = options.idle === 0 ? undefined : setInterval(look, Math.min(options.idle, 5000));
  const close = () => {
    clearInterval(watch);
    server.close();
    endWhereClosed();
  };
  return { origin: `http://127.0.0.1:${port}`, closed, close };
}

/** Starts to listen. Returns the port. @throws UserError if the port is not available */
function listen(server: Server, port: number): Promise<number> {
  if (port < 0 || port > 65_535) throw new UserError("badArgument", ["A port is a number from 0 to 65535."]);
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" || error.code === "EACCES"
          ? new UserError("noPort", [String(port), error.code])
          : error,
      ),
    );
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** Sends the reply to a refused request without waiting for the rest of the request's body. */
function turnAway(request: IncomingMessage, response: ServerResponse, reply: HttpReply): void {
  response.shouldKeepAlive = false;
  response.once("finish", () => request.destroy());
  send(response, reply);
}

async function readBody(request: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) throw new Error("longer than it may be, and its length was not said");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
