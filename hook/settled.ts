import type { Io } from "../kit/io.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import { isSettled, settleCall } from "../worktree/settled-calls.ts";

type Events = readonly [HookEvent, ...HookEvent[]];

/**
 * The events without the outputs that were rewritten when their own calls ended. Some agents show the outputs of a
 * round once more before the model gets them, and nobody knows whether as they were: a clean turn must not be stopped
 * for them.
 */
export function withoutSettled(io: Io, [first, ...rest]: Events): Events {
  const left = (event: HookEvent): HookEvent => {
    if (event.name !== "tool_response_transform" || !event.toolUseIds || !Array.isArray(event.toolResponse))
      return event;
    const { toolUseIds: ids } = event;
    return {
      ...event,
      toolResponse: event.toolResponse.map((output, index) =>
        ids[index] && isSettled(io, wordsOf(event, ids[index])) ? null : output,
      ),
    };
  };
  return [left(first), ...rest.map(left)];
}

/** Remembers a call whose output was rewritten, where the agent will show it again. */
export function rememberSettled(io: Io, [event]: Events, delivered: Outcome): void {
  if (
    event.name !== "tool_response_transform" ||
    !event.isShownAgain ||
    !event.toolUseId ||
    delivered.rewrite?.toolResponse === undefined
  )
    return;
  settleCall(io, wordsOf(event, event.toolUseId));
}

function wordsOf({ dialect, sessionId = "" }: HookEvent, toolUseId: string): string[] {
  return [dialect, sessionId, toolUseId];
}
