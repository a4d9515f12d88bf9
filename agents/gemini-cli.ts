import type { Json, JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { claudeFields } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect, PROMPT, TURN_END } from "./codec/define-dialect.ts";
import { objectAt, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";
import { clip, textOf } from "./codec/text-of.ts";

/**
 * Gemini CLI. With an empty stdout it reads stderr as the answer, and every exit code but 0 and 1 blocks, so a denial
 * is JSON and a missing file of ours would block every tool (seen live in 0.61).
 */
export default defineDialect({
  name: "gemini-cli",
  title: "Gemini CLI",
  events: {
    SessionStart: { is: ["session_start"], context: true, notice: true },
    BeforeAgent: { is: PROMPT, refusal: true, context: true, notice: true },
    // Text parts only: calls of tools and their results are never shown to a hook here, nor can it change them.
    BeforeModel: { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"], countsRound: "this" },
    BeforeToolSelection: { is: ["unknown"] },
    AfterModel: { is: ["after_llm_call"] },
    BeforeTool: { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    AfterTool: { is: AFTER_TOOL, context: true, notice: true, rewrite: ["toolResponse"], lever: ["toolResponse"] },
    AfterAgent: { is: TURN_END, notice: true },
    // Comes before every model call, whether anything is compressed or not (seen live).
    PreCompress: { is: ["unknown"] },
    SessionEnd: { is: ["session_end"] },
    Notification: { is: ["notification"] },
  },
  read: (raw, wireName) => ({
    ...claudeFields(raw, wireName),
    ...values(objectAt(raw, "tool_response"), { toolResponse: "llmContent" }),
    ...messagesOf(objectAt(raw, "llm_request")["messages"]),
  }),
  encode,
  guardEvent: "BeforeTool",
});

function messagesOf(messages: Json | undefined): object {
  return Array.isArray(messages) ? { messages } : {};
}

function encode({ verdict, rewrite, context, notice }: Outcome, wireName: string): Reply {
  const answer: JsonObject = {};
  const specific: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    answer["decision"] = "deny";
    answer["reason"] = verdict.reason;
  }
  // The whole of the arguments: a part of them fails the call with a schema error (seen live).
  if (rewrite?.toolInput !== undefined) specific["tool_input"] = rewrite.toolInput;
  if (rewrite?.messages !== undefined) specific["llm_request"] = { messages: rewrite.messages as Json[] };
  if (rewrite?.toolResponse !== undefined) {
    answer["decision"] = "deny"; // the reason takes the output's place; the model sees it as an error
    answer["reason"] = clip(textOf(rewrite.toolResponse));
  }
  if (context) specific["additionalContext"] = context.join("\n\n");
  if (notice) answer["systemMessage"] = notice.join("\n");
  if (Object.keys(specific).length > 0) answer["hookSpecificOutput"] = { hookEventName: wireName, ...specific };
  return jsonReply(answer);
}
