import type { Json } from "../kit/json.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { nothing, type Outcome } from "../protocol/outcome.ts";
import { redactJson } from "../redactors/redact-json.ts";
import { redactText } from "../redactors/redact-text.ts";
import type { Call } from "./call.ts";
import { countRedactions } from "./redaction-counts.ts";

type Leg = HookEvent<
  | "tool_input_transform"
  | "pre_tool_use"
  | "before_llm_call"
  | "tool_response_transform"
  | "user_prompt_submit"
  | "user_followup_submit"
  | "user_steering_messages_submit"
>;

/**
 * Takes secrets out of tool arguments, outgoing messages and tool output. The rewrite is always the complete value
 * with every unknown field kept; where nothing was found nothing is said. It rewrites and never approves.
 */
export default function redactSecrets(event: Leg, call: Call): Outcome {
  switch (event.name) {
    case "tool_input_transform":
    case "pre_tool_use":
      return toolInput(event, call);
    case "before_llm_call":
      return messages(event.messages, call);
    case "tool_response_transform":
      return toolResponse(event.toolResponse, call);
    case "user_steering_messages_submit":
      return prompt(event.steeringMessages?.join("\n"), call);
    default:
      return prompt(event.prompt, call);
  }
}

function toolInput({ toolInput: input, toolName }: HookEvent<"pre_tool_use" | "tool_input_transform">, { io, settings: { marker } }: Call): Outcome {
  if (input === undefined) return nothing;
  // What rests on its surroundings alone is left: a wrong guess in a tool's output costs a word, in its arguments a working command.
  const { value, findings } = redactJson(input, marker, { least: "medium" });
  if (value === input) return nothing;
  countRedactions(io, "arguments", findings);
  return {
    rewrite: { toolInput: value },
    rewriteNotice: [`redact_secrets: redacted secret material from arguments of tool "${toolName ?? ""}"`],
  };
}

/**
 * Fields of a message that are not text for the model: signatures that a rewrite would void, identifiers that tie a
 * result to its call, binary data, and tool definitions, which the agent itself wrote.
 */
const OPAQUE = new Set([
  "role", "type", "id", "tool_call_id", "name", "file_id", "thinking_signature", "thought_signature",
  "inline_data", "image_url", "tool_definitions", "created_at", "model", "finish_reason", "mime_type",
]);

function messages(list: readonly Json[] | undefined, { io, settings: { marker } }: Call): Outcome {
  if (!list) return nothing;
  const { value, findings } = redactJson(list as Json[], marker, { skip: OPAQUE });
  countRedactions(io, "messages", findings);
  return value === list ? nothing : { rewrite: { messages: value } };
}

function toolResponse(response: Json | undefined, { io, settings: { marker } }: Call): Outcome {
  if (response === undefined) return nothing;
  const { value, findings } = redactJson(response, marker);
  countRedactions(io, "output", findings);
  return value === response ? nothing : { rewrite: { toolResponse: value } };
}

function prompt(text: string | undefined, { io, settings: { marker } }: Call): Outcome {
  if (!text) return nothing;
  const redacted = redactText(text, marker);
  countRedactions(io, "prompt", redacted.findings);
  return redacted.text === text ? nothing : { rewrite: { prompt: redacted.text } };
}
