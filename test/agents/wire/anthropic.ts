import type { JsonObject } from "../../../kit/json.ts";
import { eventStream, type WireFormat } from "./wire-format.ts";

/** Anthropic's Messages. */
const anthropic: WireFormat = {
  speaks: (path) => path.endsWith("/v1/messages"),
  offersTools: (body) => Array.isArray(body["tools"]) && body["tools"].length > 0,
  answer(step, id, _path, body) {
    const isText = "text" in step;
    const block: JsonObject = isText
      ? { type: "text", text: step.text }
      : { type: "tool_use", id: `toolu_${id}`, name: step.tool, input: step.input };
    const stop_reason = isText ? "end_turn" : "tool_use";
    const message = (more: JsonObject): JsonObject => ({
      id: `message_${id}`,
      type: "message",
      role: "assistant",
      model: "scripted",
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 5 },
      ...more,
    });
    if (body["stream"] !== true)
      return { type: "application/json", body: JSON.stringify(message({ content: [block], stop_reason })) };
    const empty: JsonObject = { ...block, ...(isText ? { text: "" } : { input: {} }) };
    const delta: JsonObject = isText
      ? { type: "text_delta", text: step.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(step.input) };
    const events: JsonObject[] = [
      { type: "message_start", message: message({ content: [], stop_reason: null }) },
      { type: "content_block_start", index: 0, content_block: empty },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ];
    return eventStream(events.map((event) => [String(event["type"]), event]));
  },
};

export default anthropic;
