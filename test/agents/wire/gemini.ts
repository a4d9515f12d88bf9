import type { JsonObject } from "../../../kit/json.ts";
import { eventStream, type WireFormat } from "./wire-format.ts";

/** Google's Gemini interface. */
const gemini: WireFormat = {
  speaks: (path) => /\/models\/[^/]+:(generateContent|streamGenerateContent)/.test(path),
  offersTools: (body) => Array.isArray(body["tools"]) && body["tools"].length > 0,
  answer(step, id, path) {
    const part: JsonObject =
      "text" in step ? { text: step.text } : { functionCall: { id, name: step.tool, args: step.input } };
    const answer: JsonObject = {
      candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 },
      modelVersion: "scripted",
      responseId: id,
    };
    return path.includes(":stream")
      ? eventStream([["", answer]])
      : { type: "application/json", body: JSON.stringify(answer) };
  },
};

export default gemini;
