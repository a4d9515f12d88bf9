import type { JsonObject } from "../../kit/json.ts";
import type { Answer } from "./answer.ts";
import { CLAUDE_FIELDS, fields } from "./fields.ts";
import type { EventFields } from "./hook-event.ts";
import type { SampleCall, Samples } from "./samples.ts";

// The fields that snapveil's plugins (folder `agents/shims/`) send and understand. A plugin calls snapveil for agents
// that run no commands as hooks.

export function pluginFields(raw: JsonObject): EventFields {
  return fields(raw, { ...CLAUDE_FIELDS, messages: "messages" });
}

export const PLUGIN_ANSWER: Answer = {
  refusal: (block) => ({ block }),
  toolInput: "input",
  toolResponse: "output",
  messages: "messages",
  prompt: "prompt",
  context: "context",
  notice: "notice",
};

/** Sample payloads of snapveil's own plugins. */
export function pluginSamples(
  [before, after]: readonly [string, string] = ["tool.execute.before", "tool.execute.after"],
  response: (call: SampleCall) => JsonObject = ({ output }) => ({ title: "ls", output, metadata: { output } }),
): Samples {
  const base = (event: string, { session, cwd, command }: SampleCall): JsonObject => ({
    hook_event_name: event,
    session_id: session,
    cwd,
    tool_name: "bash",
    tool_use_id: "call_1",
    tool_input: { command },
  });
  return {
    before: [before, (call) => base(before, call)],
    after: [after, (call) => ({ ...base(after, call), tool_response: response(call) })],
  };
}
