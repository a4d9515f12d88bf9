import type { JsonObject } from "../../kit/json.ts";
import { texts, values } from "./pick.ts";

/** What the plugins of ours send (folder `shims/`). */
export function pluginFields(raw: JsonObject): object {
  const messages = raw["messages"];
  return {
    ...texts(raw, {
      sessionId: "session_id",
      cwd: "cwd",
      promptId: "prompt_id",
      toolName: "tool_name",
      toolUseId: "tool_use_id",
      prompt: "prompt",
    }),
    ...values(raw, { toolInput: "tool_input", toolResponse: "tool_response" }),
    ...(Array.isArray(messages) && { messages }),
  };
}
