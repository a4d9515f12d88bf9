import { asString, type JsonObject } from "../../kit/json.ts";
import type { Reply } from "../dialect.ts";
import type { Outcome } from "../outcome.ts";
import { BEFORE_TOOL, defineDialect } from "./define-dialect.ts";
import { texts, values } from "./pick.ts";
import { jsonReply } from "./reply.ts";

/** Starchild: arguments are rewritten key by key; to a tool's result a hook can only add a warning (from its specification). */
export default defineDialect({
  name: "starchild",
  title: "Starchild",
  events: {
    on_session_start: { is: ["session_start"] },
    pre_llm_call: { is: ["before_llm_call", "turn_start"], context: true, opens: ["session_start"] },
    post_llm_call: { is: ["after_llm_call", "turn_end"] },
    pre_tool_call: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    transform_tool_result: { is: ["tool_response_transform"], context: true },
    post_tool_call: { is: ["post_tool_use"] },
    on_session_end: { is: ["session_end"] },
  },
  eventName: (raw, given) => asString(raw["event"]) || given || "",
  read: (raw) => ({
    ...texts(raw, { sessionId: "session_id", agentName: "agent_id", cwd: "cwd", toolName: "tool_name", toolUseId: "tool_call_id", modelId: "model", lastUserMessage: "last_user_message" }),
    ...values(raw, { toolInput: "tool_input", toolResponse: "tool_result" }),
  }),
  encode,
  guardEvent: "pre_tool_call",
});

function encode({ verdict, rewrite, context }: Outcome, wireName: string): Reply {
  if (verdict && verdict.kind !== "allow") return jsonReply({ decision: "block", reason: verdict.reason });
  const answer: JsonObject = {};
  if (rewrite?.toolInput !== undefined) answer["tool_input"] = rewrite.toolInput;
  if (context) answer[wireName === "transform_tool_result" ? "add_warning" : "context"] = context.join("\n\n");
  return jsonReply(answer);
}
