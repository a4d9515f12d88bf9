import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import type { StartThread } from "../../audit/scan/scan-pool.ts";
import { redactionsFolder } from "../../builtins/redaction-counts.ts";
import type { Io } from "../../kit/io.ts";
import { listenOnLoopback } from "../loopback/listen-on-loopback.ts";
import { requestTarget, type RequestTarget } from "../loopback/request-target.ts";
import { UserError } from "../../kit/user-error.ts";
import { journalFile } from "../../shadow-repo/journal/journal-file.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import { readAssets } from "./assets.ts";
import { AuditDesk } from "./audit-desk.ts";
import { refuse } from "../loopback/guard.ts";
import { LiveStreams } from "./live-streams.ts";
import { journalReader, stampOf } from "./open-journal.ts";
import { PutBack } from "./put-back.ts";
import { readBody } from "../loopback/read-body.ts";
import { failure, send, turnAway, type Reply } from "../loopback/reply.ts";
import { GET, POST, type Desk } from "./routes.ts";
import { RowSizes } from "./row-sizes.ts";

/** Bytes of a request: a list of ten thousand paths fits. */
const MOST = 4 << 20;

export interface UiOptions {
  readonly version: string;
  /** The folder of the page's files. */
  readonly assets: string;
  /** 0 is any free port. */
  readonly port: number;
  /** Milliseconds without a page and without a request after which the server ends. */
  readonly idle: number;
  readonly startThread: StartThread;
  /** Told about an error that is a bug of ours. */
  readonly onBug: (error: unknown) => void;
}

export interface RunningUi {
  /** With the token in the fragment, which no browser sends anywhere. */
  readonly url: string;
  /** Settles when the server has ended. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Serves the page of a folder's worktree on 127.0.0.1 until it is closed or nobody has looked at it for a while. */
export async function serveUi(io: Io, folder: string, options: UiOptions): Promise<RunningUi> {
  const { worktree, shadow } = placeOf(io, folder);
  const { root } = worktree;
  const token = randomBytes(32).toString("base64url");
  const assets = readAssets(options.assets);
  const live = new LiveStreams(() => ({ history: stampOf(journalFile(shadow)), redactions: redactionStamp(io) }));
  const audits = new AuditDesk(io, root, {
    version: options.version,
    startThread: options.startThread,
    changed: () => live.tell("audit"),
  });
  const desk: Desk = {
    io,
    version: options.version,
    open: journalReader(io, folder),
    sizes: new RowSizes(),
    putBack: new PutBack(io, root),
    audits,
  };
  let lastAsked = io.now().getTime();

  const page = { isOpen: (path: string) => assets.has(path) };
  const server = createServer((request, response) => {
    const target = requestTarget(request.url);
    const refusal = refuse(request, target, { port: portOf(server), token, most: MOST, page });
    if (refusal || !target)
      return turnAway(request, response, failure(refusal?.status ?? 404, refusal?.why ?? "There is nothing here."));
    lastAsked = io.now().getTime();
    if (request.method !== "POST" && target.path === "/api/events") return live.add(response);
    answer(request, target, desk, assets).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, replyTo(error, options)),
    );
  });
  await desk.open(); // a long journal is read before anybody waits for it
  await listenOnLoopback(server, options.port);
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  const close = () => {
    clearInterval(watch);
    live.end();
    server.close();
    server.closeAllConnections();
  };
  const watch = setInterval(
    () => {
      const isBusy = live.count > 0 || audits.view().running !== null;
      if (isBusy) lastAsked = io.now().getTime();
      else if (io.now().getTime() - lastAsked >= options.idle) close();
    },
    Math.min(options.idle, 5000),
  );
  return { url: `http://127.0.0.1:${portOf(server)}/#${token}`, closed, close };
}

async function answer(
  request: IncomingMessage,
  { path, query }: RequestTarget,
  desk: Desk,
  assets: ReadonlyMap<string, Reply>,
): Promise<Reply> {
  if (request.method === "POST") {
    const post = Object.hasOwn(POST, path) ? POST[path] : undefined;
    return post ? post(desk, await readJson(request)) : failure(404, "There is nothing here.");
  }
  const get = Object.hasOwn(GET, path) ? GET[path] : undefined;
  return get ? get(desk, query) : (assets.get(path) ?? failure(404, "There is nothing here."));
}

/** @throws UserError where the body is no JSON */
async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await readBody(request, MOST));
  } catch (error) {
    throw new UserError("badArgument", ["The request is no JSON."], error);
  }
}

function replyTo(error: unknown, { onBug }: UiOptions): Reply {
  if (error instanceof UserError) return failure(error.code === "unknownCheckpoint" ? 404 : 400, error.message);
  onBug(error);
  return failure(500, "This is an error of snapveil's own. Run it with DEBUG=snapveil to see more.");
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

function redactionStamp(io: Io): string {
  const folder = redactionsFolder(io);
  return folder === undefined ? "" : stampOf(join(folder, io.now().toISOString().slice(0, 10)));
}
