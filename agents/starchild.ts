import { FAILS_OPEN } from "./codec/agent.ts";
import { asString, parseJson, type JsonObject } from "../kit/json.ts";
import { decisionBlock } from "./codec/answer.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";
import { type SampleCall } from "./codec/samples.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * Starchild. Arguments are rewritten key by key; to a tool's result a hook can only add a warning (from its
 * specification).
 */
export default defineAgent({
  name: "starchild",
  title: "Starchild",
  traces: { programs: ["starchild"] },
  evidence: { mark: "documentation", failing: FAILS_OPEN, notes: ["To a tool's output only a warning can be added."] },
  owns: (raw) =>
    /^(?:pre_tool_call|post_tool_call|transform_tool_result|pre_llm_call|post_llm_call|on_\w+)$/.test(
      asString(raw["event"]) ?? "",
    ),
  // Starchild's specification describes context like that of Hermes, which does not keep context. If Starchild does
  // keep context, the model reads some texts twice.
  traits: { forgetsContext: true },
  events: {
    on_session_start: { is: ["session_start"], notice: true },
    // A prompt cannot be changed, only refused.
    pre_llm_call: {
      is: ["before_llm_call", "turn_start"],
      refusal: true,
      context: true,
      notice: true,
      opens: ["session_start"],
    },
    post_llm_call: { is: ["after_llm_call", "turn_end"] },
    pre_tool_call: { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"], countsRound: "this" },
    transform_tool_result: { is: ["tool_response_transform"], context: true, notice: true },
    post_tool_call: { is: ["post_tool_use"], notice: true },
    on_outbound_message: { is: ["user_followup_submit"], refusal: true, notice: true, rewrite: ["prompt"] },
    // The model's report of its finished work. A refusal returns it to the model.
    on_completion_claim: { is: ["before_llm_call", "stop"], refusal: true, resumes: true, notice: true },
    on_session_end: { is: ["session_end"], notice: true },
  },
  eventKey: "event",
  read: (raw, wireName) => ({
    ...fields(raw, { ...CLAUDE_FIELDS, toolUseId: "tool_call_id", toolResponse: "tool_result" }),
    ...outgoing(raw, wireName),
  }),
  answer: {
    refusal: decisionBlock,
    toolInput: "tool_input",
    prompt: (prompt, _wireName, { notification }) => ({
      notification: asString(notification) === undefined ? (parseJson(prompt) ?? prompt) : prompt,
    }),
    context: (text, wireName) => (wireName === "transform_tool_result" ? { add_warning: text } : { context: text }),
    notice: "systemMessage",
  },
  guardEvent: "pre_tool_call",
  samples: {
    before: ["pre_tool_call", (call) => sampleBase("pre_tool_call", call)],
    after: [
      "transform_tool_result",
      (call) => ({ ...sampleBase("transform_tool_result", call), tool_result: call.output }),
    ],
  },
});

/** The texts that the event sends on: to the model, to people, or as the report of the work. */
function outgoing(raw: JsonObject, wireName: string): EventFields {
  const { notification } = raw;
  if (wireName === "on_outbound_message")
    return notification ? { prompt: asString(notification) ?? JSON.stringify(notification) } : {};
  const said =
    wireName === "pre_llm_call" ? [raw["last_user_message"], raw["system"]] : [raw["summary"], raw["response"]];
  const isOutgoing = wireName === "pre_llm_call" || wireName === "on_completion_claim";
  const messages = isOutgoing ? said.filter((text) => text !== undefined && text !== null) : [];
  const report = messages.filter((text) => typeof text === "string").join("\n");
  return {
    ...(messages.length > 0 && { messages }),
    ...(wireName === "on_completion_claim" && report !== "" && { finalText: report }),
  };
}

function sampleBase(event: string, { session, cwd, command }: SampleCall): JsonObject {
  return { event, session_id: session, agent_id: "a1", cwd, tool_name: "shell", tool_input: { command } };
}
