import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { defined } from "../kit/defined.ts";
import { isFirstTime } from "../session/said.ts";
import {
  type Lateness,
  gitLossesSince,
  noteLossOfTurn,
  peekPending,
  takePassed,
  type Pending,
  type PendingKey,
  type StepBeginning,
  type ToldLoss,
} from "../shadow-repo/doors/record.ts";
import type { Place } from "../shadow-repo/doors/place.ts";
import { redactQuoted } from "./redact-quoted.ts";
import { keyOf, type SnapshotEvent } from "./snapshot-key.ts";
import { sayToBoth, type Listener } from "./snapshot-notices.ts";

/** The most losses that one notice names. */
const SHOWN = 3;

/** The beginning of a turn, or of a call if there is no turn around it. */
interface Ended extends StepBeginning, Lateness {
  /** A call of the turn has ended, and the turn has not. */
  readonly isCall: boolean;
  /**
   * The guard let the call pass because git's state was noted before it, so the notice names all losses of the call.
   */
  readonly isPassed?: true;
}

/**
 * The turn or call that an event ends. This function must be called before the event is recorded. For a call in a turn,
 * the state at the turn's beginning is returned, so that a stash which the turn itself made is no loss.
 */
export function endedBy(event: SnapshotEvent, session: string, place: Place): Ended | undefined {
  const { shadow } = place;
  const isEnd = event.name === "turn_end" || event.name === "post_tool_use";
  const isNext = event.endsWithNext === true && (event.name === "turn_start" || event.name === "session_end");
  const key: PendingKey | undefined = isEnd ? keyOf(event, session) : isNext ? { kind: "turn", session } : undefined;
  const pending = key && peekPending(shadow, key);
  const passed = pending && !isNext && event.sessionId ? takePassed(place, event.sessionId) : undefined;
  if (pending && passed)
    return { ...beginningOf(pending), began: passed, isCall: event.name === "post_tool_use", isPassed: true };
  if (pending?.turn === undefined) return pending && { ...beginningOf(pending), isCall: false };
  const turn = peekPending(shadow, { kind: "turn", session });
  return turn && { ...beginningOf(turn), lastCall: pending.began, isCall: true };
}

function beginningOf({ began, tree, holdsFrom, early }: Pending): StepBeginning & Lateness {
  return { began, tree, ...defined({ holdsFrom, early }) };
}

/**
 * The notice about refs, stashes, commits and staged files that a turn or call took away, and that no other notice
 * names.
 */
export async function noticeOfGitLosses(
  { isCall, isPassed, ...step }: Ended,
  event: HookEvent,
  place: Place,
  listener: Listener,
): Promise<Outcome> {
  const { session, root, call } = listener;
  if (call.standsIn) return nothing;
  const losses = gitLossesSince(call.io, place, step);
  if (losses.length > 0 && (!isCall || isPassed)) noteLossOfTurn(call.io, place, step);
  const isPassing = ({ kind }: ToldLoss) => isPassed && kind !== "head" && kind !== "stashed";
  const silent = losses.filter((loss) => loss.isSilent || isPassing(loss));
  const unsaid = silent.filter(({ kind, name }) => isFirstTime(call.io, [session, root, "git", kind, name]));
  if (unsaid.length === 0) return nothing;
  const text = unsaid
    .slice(0, SHOWN)
    .map(({ sentence }) => sentence)
    .join("\n");
  const more = unsaid.length > SHOWN ? [`${unsaid.length - SHOWN} more are named by: snapveil undo --dry-run`] : [];
  const told = await redactQuoted(text, call, root);
  return sayToBoth([...told.split("\n").map((sentence) => `snapveil: ${sentence}`), ...more], event, listener);
}
