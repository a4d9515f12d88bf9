import type { Json } from "../kit/json.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { nothing, type Outcome } from "../protocol/outcome.ts";
import { findSecrets } from "../redactors/find-secrets.ts";
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
export default async function redactSecrets(event: Leg, call: Call): Promise<Outcome> {
  switch (event.name) {
    case "tool_input_transform":
    case "pre_tool_use":
      return toolInput(event, call);
    case "before_llm_call":
      return messages(event, call);
    case "tool_response_transform":
      return toolResponse(event, call);
    case "user_steering_messages_submit":
      return prompt(event.steeringMessages?.join("\n"), event.cwd, call);
    default:
      return prompt(event.prompt, event.cwd, call);
  }
}

async function toolInput({ toolInput: input, toolName, cwd }: HookEvent<"pre_tool_use" | "tool_input_transform">, call: Call): Promise<Outcome> {
  if (input === undefined) return nothing;
  // What rests on its surroundings alone is left: a wrong guess in a tool's output costs a word, in its arguments a working command.
  const { value, findings } = await findSecrets(input, call, cwd, { least: "medium" });
  if (value === input) return nothing;
  countRedactions(call.io, "arguments", findings);
  return {
    rewrite: { toolInput: value },
    rewriteNotice: [`redact_secrets: redacted secret material from arguments of tool "${toolName ?? ""}"`],
  };
}

/**
 * Fields of a message that are not text for the model: signatures that a rewrite would void, identifiers that tie a
 * result to its call, and tool definitions, which the agent itself wrote.
 */
const OPAQUE = new Set([
  "role", "type", "id", "tool_call_id", "name", "file_id", "thinking_signature", "thought_signature",
  "tool_definitions", "created_at", "model", "finish_reason", "mime_type",
]);

async function messages({ messages: list, cwd }: HookEvent<"before_llm_call">, call: Call): Promise<Outcome> {
  if (!list) return nothing;
  const { value, findings } = await findSecrets(list as Json[], call, cwd, { skip: OPAQUE, thorough: true });
  countRedactions(call.io, "messages", findings);
  return value === list ? nothing : { rewrite: { messages: value } };
}

async function toolResponse({ toolResponse: response, cwd }: HookEvent<"tool_response_transform">, call: Call): Promise<Outcome> {
  if (response === undefined) return nothing;
  const { value, findings } = await findSecrets(response, call, cwd, { thorough: true });
  countRedactions(call.io, "output", findings);
  return value === response ? nothing : { rewrite: { toolResponse: value } };
}

async function prompt(text: string | undefined, cwd: string | undefined, call: Call): Promise<Outcome> {
  if (!text) return nothing;
  const { value, findings } = await findSecrets(text, call, cwd, {});
  countRedactions(call.io, "prompt", findings);
  return value === text ? nothing : { rewrite: { prompt: value } };
}
