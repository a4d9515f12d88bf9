import { asString, type JsonObject } from "../../kit/json.ts";
import { fields } from "./fields.ts";
import type { EventFields } from "./hook-event.ts";

/** The fields that a dozen agents, and our own plugins, took over from Claude Code under the same names. */
export const CLAUDE_FIELDS = {
  sessionId: "session_id",
  cwd: "cwd",
  promptId: "prompt_id",
  toolName: "tool_name",
  toolUseId: "tool_use_id",
  prompt: "prompt",
  toolInput: "tool_input",
  toolResponse: "tool_response",
} as const;

export function claudeFields(raw: JsonObject, wireName: string): EventFields {
  const toolResponse = wireName === "PostToolUseFailure" ? "error" : CLAUDE_FIELDS.toolResponse;
  return fields(raw, { ...CLAUDE_FIELDS, toolResponse });
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
