import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { defined } from "../kit/defined.ts";
import { TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import { findPlace, findShadow } from "../shadow-repo/doors/place.ts";
import { readJournal } from "../shadow-repo/doors/checkpoint.ts";
import { isFirstTime } from "../session/said.ts";
import type { Call } from "./call.ts";
import { readHeldTurns, writeHeldTurns, type HeldTurns } from "./user-command/held-turns.ts";
import { faultInCommand, linesOf, runUserCommand, shortCommand, troubleOf } from "./user-command/run-command.ts";

/** How often in a row the end of a turn is refused. */
const MOST_REFUSALS = 2;
/** The milliseconds that are kept to search the output for secrets, and for the answer. */
const RESERVE = 1500;
/** The most milliseconds that the checks may take if the agent sets no time limit. */
const PATIENCE = 60_000;

/** The first argument, if turns that changed no files are checked, too. */
const ALWAYS = "--always";

/**
 * Runs the user's checks after a turn that changed files, or with `--always` after each turn, and has the agent go on
 * if they fail, at most twice in a row. Files have changed if the session has a checkpoint that it did not have at the
 * last end of a turn, so `snapshot` must run before this builtin.
 */
export default async function requireChecks(event: HookEvent<"turn_end" | "stop">, call: Call): Promise<Outcome> {
  const { sessionId, cwd, dialect } = event;
  const { io } = call;
  const { args, isAlways } = parseArguments(call.args);
  const place = sessionId && cwd && args.length > 0 ? findPlace(io, cwd) : undefined;
  if (!sessionId || !place) return nothing;
  const { root } = place.worktree;
  const hasCheckpoints = await findShadow(io, place);
  if (!hasCheckpoints && !isAlways) {
    const sentence =
      "snapveil: checks are not run: only checkpoints tell whether a turn changed files, and none are recorded here.";
    return isFirstTime(io, [sessionId, root, sentence]) ? { notice: [sentence] } : nothing;
  }
  const words = [dialect, sessionId, root, ...call.args];
  const before = readHeldTurns(io, words);
  const seen = hasCheckpoints ? newestOf(place.shadow, sessionId) : undefined;
  const keep = (refused: number, isHeld: boolean) =>
    writeHeldTurns(io, words, { refused, isHeld, ...defined({ seen }) });
  if (!isAlways && seen === before.seen && !isSameTurn(event, before)) {
    if (before.refused > 0) keep(0, false);
    return nothing;
  }
  const failure = await failureOf(args, { root, cwd }, call);
  if (failure === undefined) {
    keep(0, false);
    return nothing;
  }
  if (failure instanceof UserError) {
    keep(before.refused, false);
    throw failure;
  }
  if (!event.resumes) {
    keep(0, false);
    return unfinished(isAlways, failure);
  }
  if (before.refused >= MOST_REFUSALS) {
    keep(before.refused, false);
    return { notice: [`snapveil: the turn ends after ${MOST_REFUSALS} refusals in a row though ${failure}`] };
  }
  keep(before.refused + 1, true);
  return unfinished(isAlways, `${failure}\nMend it before you end the turn.`);
}

function unfinished(isAlways: boolean, said: string): Outcome {
  return { unfinished: [`snapveil: ${isAlways ? "" : "this turn changed files, and "}${said}`] };
}

/**
 * Whether this end belongs to the turn whose end was refused before. After a refusal the same turn goes on, and most
 * agents say so. In any other agent the next end of a turn counts as that of the same turn, which is harmless, since
 * there are at most two refusals.
 */
function isSameTurn({ raw }: HookEvent, { isHeld }: HeldTurns): boolean {
  return isHeld && raw["stop_hook_active"] !== false;
}

/**
 * Runs the checks. Returns `undefined` if they pass, and else a sentence with their output; an error if they did not
 * run to their end, since they then say nothing about the files.
 */
async function failureOf(
  args: readonly string[],
  { root, cwd }: { readonly root: string; readonly cwd: string | undefined },
  call: Call,
): Promise<string | UserError | undefined> {
  const timeout = Math.floor(Math.min(PATIENCE, (call.io.timeLeft?.() ?? Infinity) - RESERVE));
  if (timeout < 1) throw new TooSlow();
  const title = await shortCommand(args, call, cwd);
  const result = await runUserCommand(args, root, call, timeout);
  const trouble = troubleOf(result, timeout);
  if (trouble === undefined) return undefined;
  if (result.isLate || result.error !== undefined) {
    const more = result.isLate ? ' Give it more time with "deadline", which may be 15, or check less.' : "";
    return new UserError("checkBroke", [title, trouble, more]);
  }
  const lines = await linesOf(result, "last", call, cwd);
  return `the check "${title}" ${trouble}${lines === "" ? "." : `:\n${lines}`}`;
}

export function faultIn(args: readonly string[]): string | undefined {
  return faultInCommand("require_checks npm test", parseArguments(args).args);
}

function parseArguments(words: readonly string[]): { args: readonly string[]; isAlways: boolean } {
  const isAlways = words[0] === ALWAYS;
  return { args: isAlways ? words.slice(1) : words, isAlways };
}

/** The id of the session's newest checkpoint; `undefined` if there is none. */
function newestOf(shadow: string, session: string): string | undefined {
  const made = readJournal(shadow).records.findLast(
    (record) => record.type === "checkpoint" && record.session === session,
  );
  return made?.type === "checkpoint" ? made.id : undefined;
}
