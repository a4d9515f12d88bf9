import { asString, type JsonObject } from "../../kit/json.ts";
import { texts, values } from "./pick.ts";

/**
 * The fields that a dozen agents took over from Claude Code under the same names. Only the way in is shared: their
 * answers differ.
 */
export function claudeFields(raw: JsonObject, wireName: string): object {
  const failed = wireName === "PostToolUseFailure";
  return {
    ...texts(raw, {
      sessionId: "session_id",
      cwd: "cwd",
      promptId: "prompt_id",
      toolName: "tool_name",
      toolUseId: "tool_use_id",
      prompt: "prompt",
      source: wireName === "PreCompact" ? "trigger" : "source",
      reason: "reason",
      stopResponse: "last_assistant_message",
      notificationMessage: "message",
    }),
    ...values(raw, { toolInput: "tool_input", toolResponse: failed ? "error" : "tool_response" }),
    ...(failed && { toolError: true }),
  };
}

/** Whether events and fields are named as Claude Code's are; Grok Build and Cursor repeat them beside their own. */
export function isClaudeShaped(raw: JsonObject): boolean {
  const isNamed = /^[A-Z]/.test(asString(raw["hook_event_name"]) ?? "");
  return isNamed && !("hookEventName" in raw || "cursor_version" in raw || "conversation_id" in raw);
}

/** The path of the session's transcript, with the separators of POSIX. */
export function transcriptOf(raw: JsonObject): string {
  return (asString(raw["transcript_path"]) ?? "").replaceAll("\\", "/");
}
