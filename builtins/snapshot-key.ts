import { sha256 } from "../kit/hash.ts";
import { restoreNumbers } from "../kit/json.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { PendingKey } from "../shadow-repo/doors/record.ts";

/** The events at which `snapshot` makes a record, or from which a record gets its labels. */
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

/** Whether an event ends a turn or a call. */
export function endsStep(event: SnapshotEvent): event is HookEvent<"turn_end" | "post_tool_use"> {
  return event.name === "turn_end" || event.name === "post_tool_use";
}

/**
 * The key of the turn or call that an event ends; `undefined` if it ends none. In an agent that does not announce the
 * end of a turn, the beginning of the next turn or the end of the session ends it.
 */
export function endOfStep(event: SnapshotEvent, session: string): PendingKey | undefined {
  if (endsStep(event)) return keyOf(event, session);
  return event.endsWithNext ? { kind: "turn", session } : undefined;
}

/** The key of the open record that an event begins or ends; `undefined` if it does neither. */
export function keyOf(event: SnapshotEvent, session: string): PendingKey | undefined {
  if (event.name === "session_start" || event.name === "session_end" || isPrompt(event)) return undefined;
  return event.name === "turn_start" || event.name === "turn_end" ? { kind: "turn", session } : callKey(event, session);
}

/**
 * The key that the two events of a call share: its id, else a hash of its name and input (of equal calls the newest
 * comes first). An event in docker-agent's spelling without an id is no call, since docker-agent gives every call an
 * id.
 */
function callKey(
  event: HookEvent<"tool_input_transform" | "pre_tool_use" | "post_tool_use">,
  session: string,
): PendingKey | undefined {
  const { toolUseId, sessionId } = event;
  // The session is a part of the key: a session that works for another one numbers its own calls, so both may use one
  // id.
  if (toolUseId)
    return { kind: "call", session, toolUseId: sessionId === session ? toolUseId : `${sessionId} ${toolUseId}` };
  if (event.wireName === event.name) return undefined;
  // Numbers are hashed in their original spelling, since the placeholders that stand for them differ in each process.
  const call = sha256(restoreNumbers(JSON.stringify([event.toolName ?? "", event.toolInput ?? null])));
  return { kind: "nameless", session, call };
}
