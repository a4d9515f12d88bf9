import { sha256 } from "../kit/hash.ts";
import { restoreNumbers } from "../kit/json.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { PendingKey } from "../shadow-repo/doors/record.ts";

/** The events at which something is recorded, or that give a record its labels. */
export type SnapshotEvent = HookEvent<
  | "session_start"
  | "user_prompt_submit"
  | "user_followup_submit"
  | "turn_start"
  | "turn_end"
  | "tool_input_transform"
  | "pre_tool_use"
  | "post_tool_use"
  | "session_end"
>;

export function isCall(event: SnapshotEvent): event is HookEvent<"pre_tool_use" | "tool_input_transform"> {
  return event.name === "pre_tool_use" || event.name === "tool_input_transform";
}

export function isPrompt(event: SnapshotEvent): event is HookEvent<"user_prompt_submit" | "user_followup_submit"> {
  return event.name === "user_prompt_submit" || event.name === "user_followup_submit";
}

/** The key under which a "before" waits; `undefined` if the event begins and ends nothing. */
export function keyOf(event: SnapshotEvent, session: string): PendingKey | undefined {
  if (event.name === "session_start" || event.name === "session_end" || isPrompt(event)) return undefined;
  return event.name === "turn_start" || event.name === "turn_end" ? { kind: "turn", session } : callKey(event, session);
}

/**
 * The key of a tool call's two events: its id, else its name and input, newest first. docker-agent (whose spelling the
 * canonical names are) gives every real call an id, so there an event without an id is no call.
 */
function callKey(
  event: HookEvent<"tool_input_transform" | "pre_tool_use" | "post_tool_use">,
  session: string,
): PendingKey | undefined {
  const { toolUseId, sessionId } = event;
  // A session that works for another one counts its calls by itself.
  if (toolUseId)
    return { kind: "call", session, toolUseId: sessionId === session ? toolUseId : `${sessionId} ${toolUseId}` };
  if (event.wireName === event.name) return undefined;
  // Numbers stand in their original form: the marks of odd numbers differ in each process.
  const call = sha256(restoreNumbers(JSON.stringify([event.toolName ?? "", event.toolInput ?? null])));
  return { kind: "nameless", session, call };
}
