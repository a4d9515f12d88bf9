import { UserError } from "../../kit/user-error.ts";
import { toText } from "../../shadow-repo/git-path.ts";
import { compare } from "./checkpoint-view.ts";
import { imageType } from "./image-type.ts";
import type { OpenJournal } from "./open-journal.ts";
import { failure, type Reply } from "../loopback/reply.ts";

/** Bytes above which a content is not sent, and a patch neither: no page shows them. */
const MOST_CONTENT = 24 * 1024 * 1024;
const MOST_PATCH = 3 * 1024 * 1024;

/**
 * One side of a changed file, as a picture where its bytes say that it is one, and as plain text else. It is named by a
 * checkpoint and a number in that checkpoint's list, so only what a checkpoint holds can be asked for: there is no path
 * to climb out by.
 */
export async function fileContent(
  open: OpenJournal,
  id: string,
  number: number,
  side: "before" | "after",
  limit = MOST_CONTENT,
): Promise<Reply> {
  const { changes } = await compare(open, id);
  const entry = changes[number]?.[side];
  if (!entry || !open.shadow) return failure(404, "There is no such file in this checkpoint.");
  const blobs = await open.shadow.engine.readBlobs([entry.id], MOST_CONTENT);
  if (!blobs) return failure(413, "The file is too large to be shown here.");
  const content = blobs.get(entry.id);
  if (!content) return failure(404, "What was recorded of this file is lost.");
  const picture = entry.mode === "120000" ? undefined : imageType(content); // a link's content is a path
  return {
    status: 200,
    type: picture ?? "text/plain; charset=utf-8",
    body: content.subarray(0, picture ? content.length : limit),
  };
}

/** The difference of one file as `git diff` writes it, as plain text. */
export async function filePatch(open: OpenJournal, id: string, number: number): Promise<Reply> {
  const { before, after, changes } = await compare(open, id);
  const change = changes[number];
  if (!change || !open.shadow) return failure(404, "There is no such file in this checkpoint.");
  return patchReply(await open.shadow.engine.patch(before, after, [toText(change.path)]));
}

/** Of several files (a name that was a file and became a folder) only the first. */
export function patchReply(patch: string): Reply {
  const next = patch.indexOf("\ndiff --git ");
  const own = next < 0 ? patch : patch.slice(0, next + 1);
  if (own.length > MOST_PATCH) return failure(413, "The difference is too large to be shown here.");
  return { status: 200, type: "text/plain; charset=utf-8", body: own };
}

/** A number in a list, as an address gives it. @throws UserError where it is none */
export function parseIndex(text: string | null): number {
  if (text === null || !/^\d{1,7}$/.test(text))
    throw new UserError("badArgument", ["A file is named by its number in the checkpoint."]);
  return Number(text);
}
