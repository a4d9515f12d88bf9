import { failure, text, type Reply } from "../loopback/reply.ts";
import type { Comparison } from "./checkpoint-view.ts";

/** Bytes above which a content is not sent, and a patch neither: no page shows them. */
const MOST_CONTENT = 24 * 1024 * 1024;
const MOST_PATCH = 3 * 1024 * 1024;

const NO_FILE = failure(404, "There is no such file in this checkpoint.");

/** First bytes → media type. Only raster images: an SVG is a document that can hold scripts. */
const SIGNATURES: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ["image/png", 0, "\u0089PNG\r\n\u001a\n"],
  ["image/jpeg", 0, "\u00ff\u00d8\u00ff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBPVP8"],
  ["image/avif", 4, "ftypavif"],
  ["image/bmp", 0, "BM"],
  ["image/x-icon", 0, "\u0000\u0000\u0001\u0000"],
];

/** The media type of a picture by its content, whatever its name says; `undefined` for everything else. */
export function imageType(content: Buffer): string | undefined {
  const head = content.toString("latin1", 0, 32);
  return SIGNATURES.find(([, offset, bytes]) => head.startsWith(bytes, offset) && content.length > 32)?.[0];
}

/**
 * One side of a changed file, as a picture if its bytes say that it is one, and as plain text else. It is named by a
 * checkpoint and a number in that checkpoint's list, so only the files of a checkpoint can be asked for: no path can
 * lead out.
 */
export async function fileContent(
  { engine, changes }: Comparison,
  number: number,
  side: "before" | "after",
): Promise<Reply> {
  const entry = changes[number]?.[side];
  if (!entry) return NO_FILE;
  const blobs = await engine.readBlobs([entry.id], MOST_CONTENT);
  if (!blobs) return failure(413, "The file is too large to be shown here.");
  const body = blobs.get(entry.id);
  if (!body) return failure(404, "What was recorded of this file is lost.");
  const picture = entry.mode === "120000" ? undefined : imageType(body); // a link's content is a path
  return { status: 200, type: picture ?? "text/plain; charset=utf-8", body };
}

/** The difference of one file as `git diff` writes it, as plain text. */
export async function filePatch({ engine, before, after, changes }: Comparison, number: number): Promise<Reply> {
  const change = changes[number];
  return change ? patchReply(await engine.patch(before, after, [change.path], "to read")) : NO_FILE;
}

/** Of a file that became a symlink only the first part. */
export function patchReply(patch: Buffer): Reply {
  const whole = patch.toString("utf8");
  const next = whole.indexOf("\ndiff --git ");
  const own = next < 0 ? whole : whole.slice(0, next + 1);
  return own.length > MOST_PATCH ? failure(413, "The difference is too large to be shown here.") : text(own, 200);
}
