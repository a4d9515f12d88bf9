import { createHash } from "node:crypto";

import type { Io } from "../kit/io.ts";
import { isObject } from "../kit/json.ts";
import { UserError } from "../kit/user-error.ts";
import { redo } from "../shadow-repo/redo.ts";
import { restore } from "../shadow-repo/restore.ts";
import { undo } from "../shadow-repo/undo.ts";
import type { PreviewView, RestoreRequest, RestoreView } from "./api.ts";

/** What a request would do, and a name for exactly that. */
export async function previewOf(io: Io, root: string, request: RestoreRequest): Promise<PreviewView> {
  const result = await carryOut(io, root, request, true);
  return { ...result, preview: nameOf(request, result) };
}

/**
 * Does what a preview showed: looks again first, and where the files are no longer as they were shown, nothing is touched
 * and the new preview comes back instead.
 */
export async function putBack(io: Io, root: string, request: RestoreRequest, preview: string): Promise<{ readonly done: RestoreView } | { readonly changed: PreviewView }> {
  const now = await previewOf(io, root, request);
  return now.preview === preview ? { done: await carryOut(io, root, request, false) } : { changed: now };
}

/** The same calls as those of the commands `restore`, `undo` and `redo`. */
function carryOut(io: Io, root: string, request: RestoreRequest, dryRun: boolean): Promise<RestoreView> {
  if (request.kind === "undo") return undo(io, root, { dryRun });
  if (request.kind === "redo") return redo(io, root, { dryRun });
  const { checkpoint, after, paths } = request;
  return restore(io, root, { checkpoint, after, dryRun, ...(paths && { paths }) });
}

function nameOf(request: RestoreRequest, { changes, conflicts, skipped }: RestoreView): string {
  return createHash("sha256").update(JSON.stringify([request, changes, conflicts, skipped])).digest("hex");
}

/** @throws UserError where it is no such request: nothing is guessed where files are to be changed */
export function parseRestoreRequest(value: unknown): RestoreRequest {
  if (isObject(value)) {
    const { kind, checkpoint, after, paths } = value;
    if (kind === "undo" || kind === "redo") return { kind };
    const isPaths = (list: unknown): list is string[] => Array.isArray(list) && list.length > 0 && list.every((path) => typeof path === "string" && path !== "");
    if (kind === "restore" && typeof checkpoint === "string" && typeof after === "boolean" && (paths === undefined || isPaths(paths))) {
      return { kind, checkpoint, after, ...(paths && { paths }) };
    }
  }
  throw new UserError("badArgument", ["This is no request to restore anything."]);
}
