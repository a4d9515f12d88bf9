import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { isFirstTime } from "../session/said.ts";
import {
  gitLossesSince,
  noteLossOfTurn,
  peekPending,
  type Pending,
  type PendingKey,
} from "../shadow-repo/doors/record.ts";
import type { Place } from "../shadow-repo/doors/place.ts";
import { redactQuoted } from "./redact-quoted.ts";
import { keyOf, type SnapshotEvent } from "./snapshot-key.ts";
import type { Listener } from "./snapshot-notices.ts";

/** The most losses that one notice names. */
const SHOWN = 3;

/**
 * The turn that an event ends, or the call if it is not in a turn; `undefined` if it ends none. It must be asked for
 * before the event is recorded.
 */
export function endedBy(event: SnapshotEvent, session: string, { shadow }: Place): Pending | undefined {
  const isEnd = event.name === "turn_end" || event.name === "post_tool_use";
  const isNext = event.endsWithNext === true && (event.name === "turn_start" || event.name === "session_end");
  const key: PendingKey | undefined = isEnd ? keyOf(event, session) : isNext ? { kind: "turn", session } : undefined;
  const pending = key && peekPending(shadow, key);
  return pending?.turn === undefined ? pending : undefined;
}

/** The notice about refs, stashes, commits and staged files that a turn lost without a word from git. */
export async function noticeOfGitLosses(
  { began, tree }: Pick<Pending, "began" | "tree">,
  place: Place,
  { session, root, call }: Listener,
): Promise<Outcome> {
  if (call.standsIn) return nothing;
  const losses = gitLossesSince(call.io, place, { began, tree });
  if (losses.length > 0) noteLossOfTurn(call.io, place, { began, tree });
  if (call.dropsNotices) return nothing;
  const silent = losses.filter(({ isSilent }) => isSilent);
  const unsaid = silent.filter(({ kind, name }) => isFirstTime(call.io, [session, root, "git", kind, name]));
  if (unsaid.length === 0) return nothing;
  const text = unsaid
    .slice(0, SHOWN)
    .map(({ sentence }) => sentence)
    .join("\n");
  const more = unsaid.length > SHOWN ? [`${unsaid.length - SHOWN} more are named by: snapveil undo --dry-run`] : [];
  const told = await redactQuoted(text, call, root);
  return { notice: [...told.split("\n").map((sentence) => `snapveil: ${sentence}`), ...more] };
}
