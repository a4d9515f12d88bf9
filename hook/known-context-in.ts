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
 * The texts that the model of a session was given and still knows, after this payload has begun its conversation, gone
 * on with it or summarized it. `undefined` if its agent keeps nothing of it in the conversation.
 */
export function knownContextIn(io: Io, [event, ...rest]: Events): KnownContext | undefined {
  const { name, dialect, sessionId, forgetsContext, losesContext, isTakenUp } = event;
  if (!sessionId || forgetsContext) return undefined;
  const session = { dialect, sessionId };
  // Some agents name all their sessions the same, and some begin one with each task.
  const isBeginning = name === "session_start" && !rest.some((other) => other.name === "turn_start");
  if (losesContext || name === "after_compaction") loseKnownContext(io, session);
  else if (name === "session_start" && isTakenUp) resumeKnownContext(io, session);
  else if (isBeginning) forgetKnownContext(io, sessionId);
  return openKnownContext(io, session);
}
