import type { Events } from "../agents/codec/hook-event.ts";
import type { Io } from "../kit/io.ts";
import {
  forgetKnownContext,
  loseKnownContext,
  openKnownContext,
  resumeKnownContext,
  type KnownContext,
} from "../session/known-context.ts";

/**
 * The texts that the model of a session still remembers. The notes of these texts are updated before, because this
 * payload may begin, resume or summarize the conversation. `undefined` without a session, or if the agent drops hooks'
 * texts after each turn.
 */
export function knownContextIn(io: Io, [event, ...rest]: Events): KnownContext | undefined {
  const { name, dialect, sessionId, forgetsContext, losesContext, isTakenUp } = event;
  if (!sessionId || forgetsContext) return undefined;
  const session = { dialect, sessionId };
  // `session_start` together with `turn_start` begins no new conversation: some agents use one id for all sessions and
  // send both events with each task.
  const isBeginning = name === "session_start" && !rest.some((other) => other.name === "turn_start");
  if (losesContext || name === "after_compaction") loseKnownContext(io, session);
  else if (name === "session_start" && isTakenUp) resumeKnownContext(io, session);
  else if (isBeginning) forgetKnownContext(io, sessionId);
  return openKnownContext(io, session);
}
