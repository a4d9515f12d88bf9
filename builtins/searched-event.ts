import type { CallEvent, HookEvent } from "../agents/codec/hook-event.ts";

/** An event with a text that the user wrote. */
export type PromptEvent = HookEvent<"user_prompt_submit" | "user_followup_submit" | "user_steering_messages_submit">;
/** An event of which a part is searched for secrets. */
export type SearchedEvent = CallEvent | PromptEvent | HookEvent<"before_llm_call" | "tool_response_transform">;
