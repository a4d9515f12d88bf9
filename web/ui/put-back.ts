import type { Io } from "../../kit/io.ts";
import { sha256 } from "../../kit/hash.ts";
import { isObject } from "../../kit/json.ts";
import { UserError } from "../../kit/user-error.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import type { RestoreResult } from "../../shadow-repo/restore/restore-result.ts";
import { restore } from "../../shadow-repo/restore/restore.ts";
import { toGitPath } from "../../shadow-repo/git-path.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { failure, type Reply } from "../loopback/reply.ts";
import type { PreviewView, RestoreRequest, RestoreView } from "./api.ts";
import { patchReply } from "./file-content.ts";
import type { OpenJournal } from "./open-journal.ts";

/** Previews that are remembered, so that their files can be looked at line by line. */
const REMEMBERED = 8;

/** The same calls as those of the commands `restore`, `undo` and `redo`: first a preview, then exactly its changes. */
export class PutBack {
  readonly #io: Io;
  readonly #root: string;
  readonly #shown = new Map<string, RestoreResult["pairs"]>();

  constructor(io: Io, root: string) {
    this.#io = io;
    this.#root = root;
  }

  /** The changes of a request, and a name for exactly that. */
  async preview(request: RestoreRequest): Promise<PreviewView> {
    const { pairs, ...view } = await this.#carryOut(request, true);
    const preview = sha256(JSON.stringify([request, view.changes, view.conflicts, view.skipped, view.notes]));
    this.#shown.delete(preview);
    this.#shown.set(preview, pairs);
    for (const old of [...this.#shown.keys()].slice(0, -REMEMBERED)) this.#shown.delete(old);
    return { ...view, preview };
  }

  /**
   * Carries out a preview: looks again first, and if the files have changed since, nothing is touched and the new
   * preview comes back instead.
   */
  async confirm(
    request: RestoreRequest,
    preview: string,
  ): Promise<{ readonly done: RestoreView } | { readonly changed: PreviewView }> {
    const now = await this.preview(request);
    if (now.preview !== preview) return { changed: now };
    const { pairs: _, ...done } = await this.#carryOut(request, false);
    return { done };
  }

  /** The change of one file of a preview, from the present to the restored state. */
  async patch({ shadow }: OpenJournal, preview: string, path: string): Promise<Reply> {
    const pair = this.#shown.get(preview)?.find(({ paths }) => paths.includes(path));
    return pair && shadow
      ? patchReply(await shadow.engine.patch(pair.before, pair.after, [toGitPath(path)], "to read"))
      : failure(404, "There is no such file in this preview.");
  }

  #carryOut(request: RestoreRequest, dryRun: boolean): Promise<RestoreResult> {
    if (request.kind === "undo") return undo(this.#io, this.#root, { dryRun });
    if (request.kind === "redo") return redo(this.#io, this.#root, { dryRun });
    const { checkpoint, after, paths } = request;
    return restore(this.#io, this.#root, { checkpoint, after, dryRun, ...(paths && { paths }) });
  }
}

/** @throws UserError if it is no such request: nothing is guessed before files are changed */
export function parseRestoreRequest(value: unknown): RestoreRequest {
  if (isObject(value)) {
    const { kind, checkpoint, after, paths } = value;
    if (kind === "undo" || kind === "redo") return { kind };
    const isPaths = (list: unknown): list is string[] =>
      Array.isArray(list) && list.length > 0 && list.every((path) => typeof path === "string" && path !== "");
    if (
      kind === "restore" &&
      typeof checkpoint === "string" &&
      typeof after === "boolean" &&
      (paths === undefined || isPaths(paths))
    ) {
      return { kind, checkpoint, after, ...(paths && { paths }) };
    }
  }
  throw new UserError("badArgument", ["This is no request to restore anything."]);
}
