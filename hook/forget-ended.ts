import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Io } from "../kit/io.ts";
import { forgetClean } from "../redactors/memory/clean-texts.ts";
import { forgetTails } from "../redactors/memory/tails.ts";
import { forgetResults } from "../worktree/kept-results.ts";
import { forgetTold } from "../worktree/told.ts";

/** Deletes the state that is kept for as long as a session or a call lasts. */
export function forgetEnded(io: Io, { name, sessionId, toolUseId }: HookEvent): void {
  if (!sessionId) return;
  if (name === "session_end") {
    forgetClean(io, sessionId);
    forgetTails(io, sessionId);
    forgetResults(io, sessionId);
    forgetTold(io, sessionId);
  } else if (toolUseId) forgetTails(io, sessionId, toolUseId);
}
