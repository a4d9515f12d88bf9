import { defined } from "../../kit/defined.ts";
import { sha256 } from "../../kit/hash.ts";
import { inShell } from "../../kit/in-shell.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { listSteps } from "../../shadow-repo/doors/look.ts";
import { undo, type RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { withConversations } from "../commands/about-conversation.ts";

/** The checkpoint to take back, and the files of it; all files without `paths`. */
export interface UndoRequest {
  readonly step: string;
  readonly paths: readonly string[];
}

/** What an undo would do: the result of the command's dry run, a key of the plan, and the command a person can type. */
export interface UndoPlan {
  readonly id: string;
  readonly result: RestoreResult;
  readonly command: string;
}

/** How many plans are kept. */
const REMEMBERED = 20;
/** Characters of a plan's key. */
const KEY = 12;

/**
 * Plans an undo as `snapveil undo --step ID --dry-run` does, and later carries out exactly that plan. The plans live as
 * long as the server.
 */
export class UndoPlans {
  readonly #io: Io;
  readonly #requests = new Map<string, UndoRequest>();

  constructor(io: Io) {
    this.#io = io;
  }

  /**
   * Plans to take back a checkpoint. Nothing is changed.
   * @param step the beginning of the step's id; without one the newest step that changed a file
   * @returns `undefined` if there is no checkpoint
   * @throws UserError if no checkpoint has that id or changed these paths
   */
  async plan(step: string | undefined, paths: readonly string[]): Promise<UndoPlan | undefined> {
    const chosen = step ?? (await this.#newest());
    if (chosen === undefined) return undefined;
    const request = { step: chosen, paths };
    const plan = await this.#dryRun(request);
    this.#requests.delete(plan.id);
    this.#requests.set(plan.id, request);
    for (const old of [...this.#requests.keys()].slice(0, -REMEMBERED)) this.#requests.delete(old);
    return plan;
  }

  /**
   * Makes a plan of this server once more. @throws UserError if the plan is unknown or something has changed since
   */
  async again(id: string): Promise<UndoPlan> {
    const plan = await this.#dryRun(this.#requestOf(id));
    if (plan.id === id) return plan;
    throw new UserError("badArgument", ["Files or checkpoints have changed since this plan: plan the undo once more."]);
  }

  /**
   * Carries out a plan. The present is recorded first, so `snapveil redo` takes the undo back.
   * @throws UserError if the plan is unknown or something has changed since; nothing is changed then
   */
  async carryOut(id: string): Promise<RestoreResult> {
    await this.again(id);
    // Meanwhile a second call may have carried out the plan: agents call tools side by side.
    const { step, paths } = this.#requestOf(id);
    this.#requests.delete(id);
    return withConversations(await undo(this.#io, this.#io.cwd, { step, ...pathsOf(paths) }));
  }

  #requestOf(id: string): UndoRequest {
    const request = this.#requests.get(id);
    if (!request) throw new UserError("badArgument", ["There is no plan with this id: plan the undo first."]);
    return request;
  }

  async #newest(): Promise<string | undefined> {
    const { checkpoints } = await listSteps(this.#io, this.#io.cwd);
    return checkpoints.find(({ files }) => files.length > 0)?.id;
  }

  async #dryRun(request: UndoRequest): Promise<UndoPlan> {
    const { step, paths } = request;
    const result = await undo(this.#io, this.#io.cwd, { step, ...pathsOf(paths), dryRun: true });
    const { undone, changes, conflicts, skipped, notes } = result;
    const steps = undone.map(({ id }) => id);
    const id = sha256(JSON.stringify([request, steps, changes, conflicts, skipped, notes])).slice(0, KEY);
    return { id, result, command: ["snapveil undo --step", step, ...paths].map(asWord).join(" ") };
  }
}

function asWord(word: string, at: number): string {
  return at === 0 || /^[\w./-]+$/.test(word) ? word : inShell(word);
}

function pathsOf(paths: readonly string[]): { readonly paths?: readonly string[] } {
  return defined({ paths: paths.length > 0 ? paths : undefined });
}
