import type { Io } from "../../kit/io.ts";
import { isObject } from "../../kit/json.ts";
import { UserError } from "../../kit/user-error.ts";
import { readSwitch } from "../../worktree/doors/switch.ts";
import type { SecretFinder } from "../../builtins/doors/masking.ts";
import { failure, json, type HttpReply } from "../loopback/reply.ts";
import type { SecretRequest } from "./api.ts";
import type { AuditPlaces } from "./report-api.ts";
import type { AuditService } from "./audit-service.ts";
import { checkpointView, compare, type Comparison } from "./checkpoint-view.ts";
import { fileBlame } from "./file-blame.ts";
import { comparedFile, fileContent, filePatch } from "./file-content.ts";
import { secretAt } from "./file-text.ts";
import { findRows } from "./find-rows.ts";
import { historyView, journalOf, type OpenJournal } from "./open-journal.ts";
import { listHunks } from "./list-hunks.ts";
import type { LogService } from "./log-service.ts";
import { parseRestoreRequest, type PutBack } from "./put-back.ts";
import { redactionsView } from "./redactions-view.ts";
import type { RowSizes } from "./row-sizes.ts";

/** The services that all routes share. */
export interface PageServices {
  readonly io: Io;
  readonly version: string;
  readonly open: () => Promise<OpenJournal>;
  readonly sizes: RowSizes;
  readonly secrets: SecretFinder;
  readonly putBack: PutBack;
  readonly audits: AuditService;
  readonly log: LogService;
}

type Get = (services: PageServices, query: URLSearchParams) => HttpReply | Promise<HttpReply>;
type Post = (services: PageServices, body: unknown) => HttpReply | Promise<HttpReply>;

/** The most rows whose sizes are sent at once. */
const MOST_ROWS = 500;

/** Routes for GET requests, which change nothing. A preview records the present state, so it is a POST route. */
export const GET: Readonly<Record<string, Get>> = {
  "/api/history": async ({ io, open, version }) => json(historyView(await open(), version, readSwitch(io).off)),
  "/api/sizes": async ({ open, sizes }, query) =>
    json(await sizes.sizesOf(await open(), (query.get("ids") ?? "").split(",").slice(0, MOST_ROWS))),
  "/api/matches": async ({ open, sizes }, query) =>
    json(await findRows(await open(), sizes, { path: query.get("path") ?? "", text: query.get("text") ?? "" })),
  "/api/checkpoint": async ({ open }, query) => json(await checkpointView(await open(), idOf(query))),
  "/api/patch": async (services, query) =>
    filePatch(services.secrets, comparedFile(...(await fileOf(services, query)))),
  "/api/content": async (services, query) =>
    fileContent(
      services.secrets,
      ...(await fileOf(services, query)),
      query.get("side") === "before" ? "before" : "after",
    ),
  "/api/blame": async (services, query) => {
    const [compared, number] = await fileOf(services, query);
    return fileBlame(services.io, journalOf(await services.open(), idOf(query)), compared, idOf(query), number);
  },
  "/api/hunks": async ({ io, open }, query) =>
    json(await listHunks(io, journalOf(await open(), idOf(query)).root, idOf(query))),
  "/api/preview-patch": async ({ putBack, secrets }, query) =>
    filePatch(secrets, await putBack.fileIn(query.get("preview") ?? "", query.get("path") ?? "")),
  "/api/redactions": ({ io }) => json(redactionsView(io)),
  "/api/audit": ({ audits }) => json(audits.view()),
  "/api/log": ({ log }, query) => json(log.view(query)),
};

export const POST: Readonly<Record<string, Post>> = {
  "/api/preview": async ({ open, putBack }, body) =>
    json(await putBack.preview(parseRestoreRequest(body), await open())),
  "/api/restore": async ({ open, putBack }, body) => {
    const { request, preview } = isObject(body) ? body : {};
    if (typeof preview !== "string")
      return failure(400, "Nothing is changed that was not looked at first: ask for a preview.");
    const result = await putBack.confirm(parseRestoreRequest(request), preview, await open());
    return "done" in result ? json(result.done) : json(result.changed, 409);
  },
  // The route changes nothing. It is a POST route, since no URL and no browser history then contains the request.
  "/api/secret": async (services, body) => {
    const request = parseSecretRequest(body);
    const file =
      "preview" in request
        ? await services.putBack.fileIn(request.preview, request.path)
        : comparedFile(await compare(await services.open(), request.checkpoint), request.file);
    const text = file && (await secretAt(services.secrets, file, request.side, request.at));
    return text === undefined ? failure(404, "There is no such secret in this file.") : json({ text });
  },
  "/api/audit": ({ audits }, body) => {
    const places = placesOf(body);
    if (!places) return failure(400, "This names nothing to search.");
    return audits.start(places) ? json({}, 202) : failure(409, "An audit is under way.");
  },
  "/api/allow": ({ audits }, body) => {
    const hmac = isObject(body) ? body["hmac"] : undefined;
    return typeof hmac === "string" ? json(audits.allow(hmac)) : failure(400, "This names no finding.");
  },
};

/** Checks a request for a secret. @throws UserError if the request has another form */
function parseSecretRequest(value: unknown): SecretRequest {
  if (isObject(value)) {
    const { side, at, checkpoint, file, preview, path } = value;
    if ((side === "before" || side === "after") && typeof at === "number") {
      if (typeof preview === "string" && typeof path === "string") return { side, at, preview, path };
      if (typeof checkpoint === "string" && typeof file === "number")
        return { side, at, checkpoint: wholeId(checkpoint), file };
    }
  }
  throw new UserError("badArgument", ["This names no secret."]);
}

function idOf(query: URLSearchParams): string {
  return wholeId(query.get("id") ?? "");
}

/**
 * Checks that a text has the form of an id: 8 to 64 hex digits.
 * @throws UserError if it has another form
 */
function wholeId(id: string): string {
  if (!/^[0-9a-f]{8,64}$/.test(id)) throw new UserError("unknownCheckpoint", [id]);
  return id;
}

/** The comparison of a checkpoint, and the index of a file in it. @throws UserError if the index is no number */
async function fileOf({ open }: PageServices, query: URLSearchParams): Promise<[compared: Comparison, number: number]> {
  const compared = await compare(await open(), idOf(query));
  const number = query.get("file") ?? "";
  if (!/^\d{1,7}$/.test(number))
    throw new UserError("badArgument", ["A file is named by its number in the checkpoint."]);
  return [compared, Number(number)];
}

function placesOf(body: unknown): AuditPlaces | undefined {
  if (!isObject(body)) return undefined;
  const [files, history, checkpoints] = [
    body["files"] === true,
    body["history"] === true,
    body["checkpoints"] === true,
  ];
  return files || history || checkpoints ? { files, history, checkpoints } : undefined;
}
