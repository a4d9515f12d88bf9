import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import type { StartThread } from "../../audit/scan/scan-pool.ts";
import { logFiles, redactionsFolder, refusalLog } from "../../builtins/doors/logs.ts";
import { findPlaces } from "../../shadow-repo/doors/place.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { readSwitch } from "../../worktree/doors/switch.ts";
import { SecretFinder } from "../../builtins/doors/masking.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { failure, type HttpReply } from "../loopback/reply.ts";
import { startServer, type AdmittedRequest } from "../loopback/start-server.ts";
import { AuditService } from "./audit-service.ts";
import { LiveStreams } from "./live-streams.ts";
import { journalReader, journalStamp, stampOf } from "./open-journal.ts";
import { LogService } from "./log-service.ts";
import { PutBack } from "./put-back.ts";
import { GET, POST, type PageServices } from "./routes.ts";
import { RowSizes } from "./row-sizes.ts";

/** The largest request in bytes, enough for ten thousand paths. */
const MOST = 4 << 20;

/** The page's files and their media types, by the path in the URL. No other files are served. */
const FILES = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
  "/colours.js": ["colours.js", "text/javascript; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
} as const;

export interface UiOptions {
  readonly version: string;
  /** The folder with the page's files. */
  readonly assets: string;
  /** The port to listen on; 0 for any free port. */
  readonly port: number;
  /** Milliseconds without an open page or a request after which the server closes. */
  readonly idle: number;
  readonly startThread: StartThread;
  /** Called with an error that is a bug of snapveil. */
  readonly onBug: (error: unknown) => void;
}

export interface RunningUi {
  /** The page's URL. The token is in the fragment, which browsers do not send to the server. */
  readonly url: string;
  /** Resolves when the server has closed. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Serves the page for the worktree of a folder on 127.0.0.1, until the server is closed or idle. */
export async function serveUi(io: Io, folder: string, options: UiOptions): Promise<RunningUi> {
  const { version, startThread, onBug, port, idle } = options;
  const places = findPlaces(io, folder);
  const { root } = places;
  const token = randomBytes(32).toString("base64url");
  const files = readFiles(options.assets);
  const logs = logFiles(io, await readSettings(io, root));
  const live = new LiveStreams(() => ({
    history: `${journalStamp(places)} ${readSwitch(io).off?.since ?? ""}`,
    redactions: redactionStamp(io),
    log: logs.map(stampOf).join(),
  }));
  const audits = new AuditService(io, root, { version, startThread, changed: () => live.tell("audit") });
  const open = journalReader(io, places);
  const log = new LogService(logs);
  const secrets = new SecretFinder(io, root);
  const services: PageServices = {
    io,
    version,
    open,
    sizes: new RowSizes(),
    secrets,
    putBack: new PutBack(io, root),
    audits,
    log,
  };

  await open(); // a long journal is read before the page requests it
  const server = await startServer(io, {
    token,
    most: MOST,
    page: { isOpen: (path) => files.has(path) },
    port,
    idle,
    isBusy: () => live.count > 0 || audits.isRunning,
    refusal: ({ status, why }) => failure(status, why),
    async answer(request) {
      if (request.method !== "POST" && request.path === "/api/events") return void live.add(request.response);
      try {
        return (await answer(services, request)) ?? files.get(request.path) ?? failure(404, "There is nothing here.");
      } catch (error) {
        if (error instanceof UserError) return failure(error.code === "unknownCheckpoint" ? 404 : 400, error.message);
        onBug(error);
        return failure(500, "This is an error of snapveil's own. Run it with DEBUG=snapveil to see more.");
      }
    },
  });
  const close = () => {
    server.close();
    live.close();
  };
  return { url: `${server.origin}/#${token}`, closed: server.closed, close };
}

/** Reads and compresses the page's files. */
function readFiles(folder: string): ReadonlyMap<string, HttpReply> {
  return new Map(
    Object.entries(FILES).map(([address, [file, type]]) => [
      address,
      { status: 200, type, body: gzipSync(readFileSync(join(folder, file))), encoding: "gzip" as const },
    ]),
  );
}

/** The reply to a request; `undefined` if there is no such route. */
async function answer(
  services: PageServices,
  { method, path, query, body }: AdmittedRequest,
): Promise<HttpReply | undefined> {
  if (method !== "POST") return Object.hasOwn(GET, path) ? GET[path]!(services, query) : undefined;
  return Object.hasOwn(POST, path) ? POST[path]!(services, await readJson(body)) : undefined;
}

/** Parses a request's body as JSON. @throws UserError if the body is no JSON */
async function readJson(body: () => Promise<string>): Promise<unknown> {
  try {
    return JSON.parse(await body());
  } catch (error) {
    throw new UserError("badArgument", ["The request is no JSON."], error);
  }
}

function redactionStamp(io: Io): string {
  const [folder, refusals] = [redactionsFolder(io), refusalLog(io)];
  if (folder === undefined || refusals === undefined) return "";
  // Both files are part of the stamp, since a refused secret is first counted as a redaction and then logged as
  // refused.
  return `${stampOf(join(folder, io.now().toISOString().slice(0, 10)))} ${stampOf(refusals)}`;
}
