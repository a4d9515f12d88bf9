import { isUtf8 } from "node:buffer";

import { failure, json, type HttpReply } from "../loopback/reply.ts";
import type { Side } from "./api.ts";
import type { Comparison } from "./checkpoint-view.ts";
import { fileText, isWithheld, type ComparedFile } from "./file-text.ts";
import { maskBytes, maskLines, type SecretFinder } from "../../builtins/doors/masking.ts";

/** The largest content that is sent, in bytes. */
const MOST_CONTENT = 24 * 1024 * 1024;

const NO_FILE = failure(404, "There is no such file in this checkpoint.");

const WITHHELD = failure(403, "Your setting alsoRecord names this file, so its content is not shown.");

/**
 * Media types of images, each with an offset in the file and the bytes at this offset. There are only raster images,
 * since an SVG is a document that may contain scripts.
 */
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

/** The media type of an image, by its content; `undefined` if the content is no image. The file's name is ignored. */
export function imageType(content: Buffer): string | undefined {
  const head = content.toString("latin1", 0, 32);
  return SIGNATURES.find(([, offset, bytes]) => head.startsWith(bytes, offset) && content.length > 32)?.[0];
}

/**
 * One side of a changed file: an image as it is; any other content as plain text, in which markers replace secrets. A
 * request holds the file's index in a checkpoint and no path, so it cannot reach any other file.
 */
export async function fileContent(
  finder: SecretFinder,
  { engine, changes }: Comparison,
  number: number,
  side: Side,
): Promise<HttpReply> {
  const entry = changes[number]?.[side];
  if (!entry) return NO_FILE;
  if (isWithheld({ engine, change: changes[number]! })) return WITHHELD;
  const blobs = await engine.readBlobs([entry.id], MOST_CONTENT);
  if (!blobs) return failure(413, "The file is too large to be shown here.");
  const body = blobs.get(entry.id);
  if (!body) return failure(404, "What was recorded of this file is lost.");
  const picture = entry.mode === "120000" ? undefined : imageType(body); // the content of a link is a path
  if (picture !== undefined) return { status: 200, type: picture, body };
  const isText = isUtf8(body) && !body.includes(0);
  return {
    status: 200,
    type: "text/plain; charset=utf-8",
    body: isText ? await maskWhole(finder, body.toString("utf8"), entry.id) : await maskBytes(finder, body, entry.id),
  };
}

async function maskWhole(finder: SecretFinder, text: string, key: string): Promise<string> {
  return maskLines(text, await finder.secretsIn(text, key)).lines.join("\n");
}

/** The patch of a file, in which markers replace secrets, and the positions of these secrets. */
export async function filePatch(finder: SecretFinder, file: ComparedFile | undefined): Promise<HttpReply> {
  if (!file) return NO_FILE;
  if (isWithheld(file)) return WITHHELD;
  const found = await fileText(finder, file);
  return found ? json(found) : failure(413, "The difference is too large to be shown here.");
}

/** The file with this index in a checkpoint; `undefined` if there is none. */
export function comparedFile({ engine, before, after, changes }: Comparison, number: number): ComparedFile | undefined {
  const change = changes[number];
  return change && { engine, before, after, change };
}
