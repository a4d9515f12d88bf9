import type { Io } from "../../kit/io.ts";
import { defined } from "../../kit/defined.ts";
import { sha256 } from "../../kit/hash.ts";
import { isObject } from "../../kit/json.ts";
import { UserError } from "../../kit/user-error.ts";
import { changeRows } from "../../shadow-repo/doors/checkpoint.ts";
import { findRenames, laterSteps } from "../../shadow-repo/doors/look.ts";
import { redo, restore, undo, type RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { openHistory, placeOf, toGitPath } from "../../shadow-repo/doors/place.ts";
import type { LaterCheckpoint, PreviewView, RestoreRequest, RestoreView } from "./restore-api.ts";
import { joinRenames } from "./checkpoint-view.ts";
import type { ComparedFile } from "./file-text.ts";
import { journalOf, rowsOf, type OpenJournal } from "./open-journal.ts";

/** How many previews are kept. The page can request the files of these. */
const REMEMBERED = 8;

/**
 * Restores, undoes and redoes as the commands do: first it makes a preview, and then exactly the changes in this
 * preview.
 */
export class PutBack {
  readonly #io: Io;
  readonly #root: string;
  readonly #shown = new Map<string, RestoreResult["pairs"]>();

  constructor(io: Io, root: string) {
    this.#io = io;
    this.#root = root;
  }

  /** The changes that a request would make, with a key that is different for any other changes. */
  async preview(request: RestoreRequest, open: OpenJournal): Promise<PreviewView> {
    const { pairs, ...planned } = await this.#carryOut(request, open, true);
    const view = viewOf(planned);
    const { undone, changes, conflicts, skipped, notes } = planned;
    // The key includes the undone checkpoints, since another checkpoint may change the same files by as many lines.
    const steps = undone.map(({ id }) => id);
    const preview = sha256(JSON.stringify([request, steps, changes, conflicts, skipped, notes]));
    this.#shown.delete(preview);
    this.#shown.set(preview, pairs);
    for (const old of [...this.#shown.keys()].slice(0, -REMEMBERED)) this.#shown.delete(old);
    return { ...view, preview, later: await laterOf(request, open, planned) };
  }

  /**
   * Carries out a preview. It plans the changes again; if the plan differs from the preview, nothing is changed and the
   * new preview is returned.
   */
  async confirm(
    request: RestoreRequest,
    preview: string,
    open: OpenJournal,
  ): Promise<{ readonly done: RestoreView } | { readonly changed: PreviewView }> {
    const now = await this.preview(request, open);
    if (now.preview !== preview) return { changed: now };
    return { done: viewOf(await this.#carryOut(request, open, false)) };
  }

  /** A file of a preview, with the change from its present to its restored state; `undefined` if there is none. */
  async fileIn(preview: string, path: string): Promise<ComparedFile | undefined> {
    const pair = this.#shown.get(preview)?.find(({ paths }) => paths.includes(path));
    if (!pair) return undefined;
    const { before, after, within = { root: this.#root, prefix: "" } } = pair;
    const { shadow } = await openHistory(this.#io, placeOf(this.#io, within.root), "look");
    if (!shadow) return undefined;
    const { engine } = shadow;
    const own = toGitPath(path.slice(within.prefix.length));
    const changes = await engine.diff(before, after, "");
    const [renames] = await findRenames(engine, [{ pair: [before, after], changes }]);
    const change = joinRenames(changes, renames!).find((one) => one.path === own);
    return change && { engine, before, after, change };
  }

  async #carryOut(request: RestoreRequest, open: OpenJournal, dryRun: boolean): Promise<RestoreResult> {
    if (request.kind === "undo") {
      const { step, hunks, kept } = request;
      const some = defined({ step, kept, hunks: hunks && { chosen: hunks } });
      const { root } = step === undefined ? open : journalOf(open, step);
      return undo(this.#io, root, { ...some, dryRun });
    }
    if (request.kind === "redo") return redo(this.#io, this.#root, { dryRun });
    const { checkpoint, after, paths, kept } = request;
    const { root } = journalOf(open, checkpoint);
    const whole = await restore(this.#io, root, { checkpoint, after, dryRun, ...defined({ paths, kept }) });
    return root === this.#root ? whole : within(whole, root);
  }
}

/** The result of a restore, in the form in which it is sent to the page. */
function viewOf(result: Omit<RestoreResult, "pairs">): RestoreView {
  const { restored, files, checkpoint, skipped, conflicts, complete, notes, keptInPlace } = result;
  const changes = changeRows(result.changes);
  return { restored, files, checkpoint, skipped, conflicts, complete, notes, keptInPlace, changes };
}

/**
 * The result of a restore in the repository at `root`, with this root in each pair, so that the files are looked up in
 * that repository.
 */
function within(result: RestoreResult, root: string): RestoreResult {
  return { ...result, pairs: result.pairs.map((pair) => ({ ...pair, within: { root, prefix: "" } })) };
}

/**
 * The later checkpoints whose changes a restore also undoes. Empty for an undo or a redo, since the list of its
 * checkpoints is in the result already.
 */
async function laterOf(
  request: RestoreRequest,
  open: OpenJournal,
  { changes }: Pick<RestoreResult, "changes">,
): Promise<LaterCheckpoint[]> {
  if (request.kind !== "restore" || changes.length === 0) return [];
  const { shadow, history } = journalOf(open, request.checkpoint);
  if (!shadow) return [];
  const paths = new Set(changes.map(({ path }) => toGitPath(path)));
  const rows = new Map(rowsOf(open).map((row) => [row.id, row]));
  return (await laterSteps(shadow, history, request.checkpoint, paths)).toReversed().flatMap(({ step, paths: own }) => {
    const row = rows.get(step.id);
    return row ? [{ ...row, files: own.length }] : [];
  });
}

/**
 * Checks a request to change files. A request in another form is refused, since nothing must be guessed before files
 * change.
 * @throws UserError if the request has another form
 */
export function parseRestoreRequest(value: unknown): RestoreRequest {
  if (isObject(value)) {
    const { kind, checkpoint, after, paths, step, hunks } = value;
    const also = value["kept"] === true ? { kept: true as const } : {};
    if (kind === "redo") return { kind };
    const isPaths = (list: unknown): list is string[] =>
      Array.isArray(list) && list.length > 0 && list.every((path) => typeof path === "string" && path !== "");
    if (kind === "undo" && step === undefined && hunks === undefined) return { kind, ...also };
    if (kind === "undo" && typeof step === "string" && isPaths(hunks)) return { kind, step, hunks };
    if (
      kind === "restore" &&
      typeof checkpoint === "string" &&
      typeof after === "boolean" &&
      (paths === undefined || isPaths(paths))
    ) {
      return { kind, checkpoint, after, ...(paths && { paths }), ...also };
    }
  }
  throw new UserError("badArgument", ["This is no request to restore anything."]);
}
