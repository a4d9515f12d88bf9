import type { Json, JsonObject } from "../../../kit/json.ts";
import { eventStream, type WireFormat } from "./wire-format.ts";

/** OpenAI's Chat Completions, which most agents speak to servers of others. */
const openaiChat: WireFormat = {
  speaks: (path) => path.endsWith("/chat/completions"),
  offersTools: (body) => Array.isArray(body["tools"]) && body["tools"].length > 0,
  answer(step, id, _path, body) {
    const isText = "text" in step;
    const said: JsonObject = isText
      ? { role: "assistant", content: step.text }
      : {
          role: "assistant",
          content: null,
          tool_calls: [
            { index: 0, id, type: "function", function: { name: step.tool, arguments: JSON.stringify(step.input) } },
          ],
        };
    const usage: JsonObject = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
    const reason = isText ? "stop" : "tool_calls";
    const envelope = (object: string, choice: JsonObject, more: Readonly<Record<string, Json>> = {}): JsonObject => ({
      id: `chat-${id}`,
      object,
      created: 1,
      model: "scripted",
      choices: [{ index: 0, ...choice }],
      ...more,
    });
    if (body["stream"] !== true)
      return {
        type: "application/json",
        body: JSON.stringify(envelope("chat.completion", { message: said, finish_reason: reason }, { usage })),
      };
    const chunk = "chat.completion.chunk";
    return eventStream([
      ["", envelope(chunk, { delta: said, finish_reason: null })],
      ["", envelope(chunk, { delta: {}, finish_reason: reason }, { usage })],
      ["", "[DONE]"],
    ]);
  },
};

export default openaiChat;
