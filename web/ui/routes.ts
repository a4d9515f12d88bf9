import { readRedactionCounts } from "../../builtins/redaction-counts.ts";
import type { Io } from "../../kit/io.ts";
import { isObject } from "../../kit/json.ts";
import { UserError } from "../../kit/user-error.ts";
import type { AuditPlaces } from "./api.ts";
import type { AuditDesk } from "./audit-desk.ts";
import { checkpointView } from "./checkpoint-view.ts";
import { fileContent, filePatch, parseIndex } from "./file-content.ts";
import { historyView } from "./history-view.ts";
import type { OpenJournal } from "./open-journal.ts";
import { parseRestoreRequest, type PutBack } from "./put-back.ts";
import { failure, json, type Reply } from "../loopback/reply.ts";
import type { RowSizes } from "./row-sizes.ts";

/** What the routes work with. */
export interface Desk {
  readonly io: Io;
  readonly version: string;
  readonly open: () => Promise<OpenJournal>;
  readonly sizes: RowSizes;
  readonly putBack: PutBack;
  readonly audits: AuditDesk;
}

type Get = (desk: Desk, query: URLSearchParams) => Reply | Promise<Reply>;
type Post = (desk: Desk, body: unknown) => Reply | Promise<Reply>;

/** Rows whose sizes are told at once. */
const MOST_ROWS = 500;

/** These only look. What records the present on the way (a preview does) is among the others. */
export const GET: Readonly<Record<string, Get>> = {
  "/api/history": async ({ open, version }) => json(historyView(await open(), version)),
  "/api/sizes": async ({ open, sizes }, query) =>
    json(await sizes.sizesOf(await open(), (query.get("ids") ?? "").split(",").slice(0, MOST_ROWS))),
  "/api/matches": async ({ open, sizes }, query) => json(sizes.matches(await open(), query.get("path") ?? "")),
  "/api/checkpoint": async ({ open }, query) => json(await checkpointView(await open(), idOf(query.get("id")))),
  "/api/patch": async ({ open }, query) =>
    filePatch(await open(), idOf(query.get("id")), parseIndex(query.get("file"))),
  "/api/content": async ({ open }, query) =>
    fileContent(
      await open(),
      idOf(query.get("id")),
      parseIndex(query.get("file")),
      query.get("side") === "before" ? "before" : "after",
      limitOf(query),
    ),
  "/api/preview-patch": async ({ open, putBack }, query) =>
    putBack.patch(await open(), query.get("preview") ?? "", query.get("path") ?? ""),
  "/api/redactions": ({ io }) => json(readRedactionCounts(io)),
  "/api/audit": ({ audits }) => json(audits.view()),
};

export const POST: Readonly<Record<string, Post>> = {
  "/api/preview": async ({ putBack }, body) => json(await putBack.preview(parseRestoreRequest(body))),
  "/api/restore": async ({ putBack }, body) => {
    const { request, preview } = isObject(body) ? body : {};
    if (typeof preview !== "string")
      return failure(400, "Nothing is changed that was not looked at first: ask for a preview.");
    const result = await putBack.confirm(parseRestoreRequest(request), preview);
    return "done" in result ? json(result.done) : json(result.changed, 409);
  },
  "/api/audit": ({ audits }, body) => {
    const places = placesOf(body);
    if (!places) return failure(400, "This names nothing to search.");
    return audits.start(places) ? json({}, 202) : failure(409, "An audit is under way.");
  },
};

/** An id as the journal has it, whole. */
function idOf(id: string | null): string {
  if (id === null || !/^[0-9a-f]{8,64}$/.test(id)) throw new UserError("unknownCheckpoint", [id ?? ""]);
  return id;
}

/** Bytes of a text that are wanted, where not all are. */
function limitOf(query: URLSearchParams): number | undefined {
  const limit = Number(query.get("head"));
  return Number.isSafeInteger(limit) && limit > 0 ? limit : undefined;
}

function placesOf(body: unknown): AuditPlaces | undefined {
  if (!isObject(body)) return undefined;
  const [files, history, checkpoints] = ["files", "history", "checkpoints"].map((name) => body[name] === true) as [
    boolean,
    boolean,
    boolean,
  ];
  return files || history || checkpoints ? { files, history, checkpoints } : undefined;
}
