import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import { findPlace, findShadow } from "../shadow-repo/doors/place.ts";
import { readJournal } from "../shadow-repo/doors/checkpoint.ts";
import { isFirstTime } from "../session/said.ts";
import type { Call } from "./call.ts";
import { readHeldTurns, writeHeldTurns } from "./user-command/held-turns.ts";
import { faultInCommand, linesOf, runUserCommand, shortCommand, troubleOf } from "./user-command/run-command.ts";

/** Times in a row that the end of a turn is refused. */
const MOST_REFUSALS = 2;
/** Milliseconds that stay for searching the output and for the answer. */
const RESERVE = 1500;
/** Milliseconds if nobody measures time. */
const PATIENCE = 60_000;

/** The first word, if a turn that changed no file is checked, too. */
const ALWAYS = "--always";

/**
 * Runs the user's checks after a turn that changed files, or with `--always` after each, and asks the agent to go on
 * where they fail, at most twice in a row. A checkpoint of the session that was not there at the last end of a turn
 * says that files changed, so what records them runs before.
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
  // A turn goes on after a refusal without a new beginning. Most agents say so; for others it counts as the same turn,
  // since there are two refusals at the most.
  const isSameTurn = before.isHeld && event.raw["stop_hook_active"] !== false;
  const keep = (refused: number, isHeld: boolean) =>
    writeHeldTurns(io, words, { refused, isHeld, ...(seen !== undefined && { seen }) });
  if (!isAlways && seen === before.seen && !isSameTurn) {
    if (before.refused > 0) keep(0, false);
    return nothing;
  }
  const timeout = Math.floor(Math.min(PATIENCE, (io.timeLeft?.() ?? Infinity) - RESERVE));
  if (timeout < 1) throw new TooSlow();
  const title = await shortCommand(args, call, cwd);
  const result = await runUserCommand(args, root, call, timeout);
  const trouble = troubleOf(result, timeout);
  if (trouble === undefined) {
    keep(0, false);
    return nothing;
  }
  // A run that did not come to its end says nothing about the files.
  if (result.isLate || result.error !== undefined) {
    keep(before.refused, false);
    const more = result.isLate ? ' Give it more time with "deadline", which may be 15, or check less.' : "";
    throw new UserError("checkBroke", [title, trouble, more]);
  }
  const lines = await linesOf(result, "last", call, cwd);
  const said = `the check "${title}" ${trouble}${lines === "" ? "." : `:\n${lines}`}`;
  if (event.resumes && before.refused >= MOST_REFUSALS) {
    keep(before.refused, false);
    return { notice: [`snapveil: the turn ends after ${MOST_REFUSALS} refusals in a row though ${said}`] };
  }
  keep(event.resumes ? before.refused + 1 : 0, event.resumes === true);
  const wish = event.resumes ? "\nMend it before you end the turn." : "";
  return { unfinished: [`snapveil: ${isAlways ? "" : "this turn changed files, and "}${said}${wish}`] };
}

export function faultIn(args: readonly string[]): string | undefined {
  return faultInCommand("require_checks npm test", parseArguments(args).args);
}

function parseArguments(words: readonly string[]): { args: readonly string[]; isAlways: boolean } {
  const isAlways = words[0] === ALWAYS;
  return { args: isAlways ? words.slice(1) : words, isAlways };
}

/** The id of the session's newest checkpoint. */
function newestOf(shadow: string, session: string): string | undefined {
  const made = readJournal(shadow).records.findLast(
    (record) => record.type === "checkpoint" && record.session === session,
  );
  return made?.type === "checkpoint" ? made.id : undefined;
}
