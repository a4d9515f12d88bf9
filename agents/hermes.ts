import { isObject, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";
import { objectAt, texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";
import { samplePair } from "./codec/samples.ts";

/**
 * Hermes: snake_case events, answers by `action`; what is particular to an event lies under `extra` (read in the
 * source).
 */
export default defineAgent({
  name: "hermes",
  title: "Hermes",
  evidence: { mark: "source" },
  owns: (raw, wireName) => isObject(raw["extra"]) && "hook_event_name" in raw && !/^[A-Z]/.test(wireName),
  events: {
    on_session_start: { is: ["session_start"] },
    // Its context goes with the prompt of the turn.
    pre_llm_call: { is: ["before_llm_call", "turn_start"], context: true, opens: ["session_start"] },
    post_llm_call: { is: ["after_llm_call", "turn_end"] },
    pre_tool_call: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    post_tool_call: { is: ["post_tool_use"] },
    // Extensions in Python can change a result here, command hooks cannot.
    transform_tool_result: { is: ["tool_response_transform"] },
    pre_verify: { is: ["stop"] },
    on_session_end: { is: ["session_end"] },
    subagent_stop: { is: ["subagent_stop"] },
  },
  read: (raw) => {
    const extra = objectAt(raw, "extra");
    return {
      ...texts(raw, { sessionId: "session_id", cwd: "cwd", toolName: "tool_name" }),
      ...values(raw, { toolInput: "tool_input" }),
      ...texts(extra, { toolUseId: "tool_call_id" }),
      ...values(extra, { toolResponse: "result" }),
    };
  },
  encode,
  guardEvent: "pre_tool_call",
  openExit: 0, // `fail_closed: true` makes any other a denial
  samples: samplePair(
    ["pre_tool_call", "post_tool_call"],
    "terminal",
    () => ({ profile: "default", extra: { tool_call_id: "t1" } }),
    ({ output }) => ({ extra: { tool_call_id: "t1", status: "ok", result: output } }),
  ),
});

function encode({ verdict, rewrite, context }: Outcome): Reply {
  if (verdict && verdict.kind !== "allow") return jsonReply({ action: "block", message: verdict.reason });
  const answer: JsonObject = {};
  if (rewrite?.toolInput !== undefined) {
    answer["action"] = "modify";
    answer["args"] = rewrite.toolInput;
  }
  if (context) answer["context"] = context.join("\n\n");
  return jsonReply(answer);
}
