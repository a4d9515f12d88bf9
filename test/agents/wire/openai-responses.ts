import { isObject, type JsonObject } from "../../../kit/json.ts";
import { eventStream, type WireFormat } from "./wire-format.ts";

/** OpenAI's Responses. A tool that takes text is a custom tool there. */
const openaiResponses: WireFormat = {
  speaks: (path) => path.endsWith("/responses"),
  // Where the model writes scripts, its tools come as an item of the conversation.
  offersTools: ({ tools, input }) =>
    (Array.isArray(tools) && tools.length > 0) ||
    (Array.isArray(input) && input.some((item) => isObject(item) && item["type"] === "additional_tools")),
  answer(step, id) {
    const response = (more: JsonObject): JsonObject => ({
      id: `response-${id}`,
      object: "response",
      model: "scripted",
      ...more,
    });
    const item = itemOf(step, id);
    return eventStream([
      ["response.created", { type: "response.created", response: response({ status: "in_progress" }) }],
      ["response.output_item.done", { type: "response.output_item.done", output_index: 0, item }],
      [
        "response.completed",
        {
          type: "response.completed",
          response: response({
            status: "completed",
            output: [item],
            usage: { input_tokens: 5, output_tokens: 5, total_tokens: 10 },
          }),
        },
      ],
    ]);
  },
};

export default openaiResponses;

function itemOf(step: Parameters<WireFormat["answer"]>[0], id: string): JsonObject {
  if ("text" in step)
    return {
      type: "message",
      id: `message-${id}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: step.text, annotations: [] }],
    };
  if (typeof step.input === "string")
    return {
      type: "custom_tool_call",
      id: `item-${id}`,
      call_id: id,
      name: step.tool,
      input: step.input,
      status: "completed",
    };
  return {
    type: "function_call",
    id: `item-${id}`,
    call_id: id,
    name: step.tool,
    ...(step.namespace !== undefined && { namespace: step.namespace }),
    arguments: JSON.stringify(step.input),
    status: "completed",
  };
}
