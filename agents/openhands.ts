import { asString, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * OpenHands SDK: a decision is `allow` or `deny`; `block`, as others say it, is not understood and lets the call run
 * (read in the source of 1.43).
 */
export default defineAgent({
  name: "openhands",
  title: "OpenHands",
  evidence: { mark: "source", release: "1.43.1" },
  owns: (raw) => "event_type" in raw && !("working_directory" in raw),
  events: {
    SessionStart: { is: ["session_start"], notice: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, opens: ["session_start"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, notice: true },
    Stop: { is: TURN_END },
    SessionEnd: { is: ["session_end"] },
  },
  eventName: (raw, given) => asString(raw["event_type"]) || given || "",
  read: (raw) => ({
    ...texts(raw, { sessionId: "session_id", cwd: "working_dir", toolName: "tool_name", prompt: "message" }),
    ...values(raw, { toolInput: "tool_input", toolResponse: "tool_response" }),
  }),
  encode,
  guardEvent: "PreToolUse",
  samples: {
    before: ["PreToolUse", (call) => sampleBase("PreToolUse", call, null)],
    after: [
      "PostToolUse",
      (call) => sampleBase("PostToolUse", call, { content: [{ type: "text", text: call.output }], is_error: false }),
    ],
  },
});

/** Observed events have no answer; their log is the only place for a notice. */
function encode({ verdict, context, notice }: Outcome): Reply {
  const answer: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    answer["decision"] = "deny";
    answer["reason"] = verdict.reason;
  }
  if (context) answer["additionalContext"] = context.join("\n\n");
  return jsonReply(answer, notice);
}

function sampleBase(event: string, { session, cwd, command }: SampleCall, response: JsonObject | null): JsonObject {
  return {
    event_type: event,
    tool_name: "terminal",
    tool_input: { command },
    tool_response: response,
    message: null,
    session_id: session,
    working_dir: cwd,
    metadata: {},
  };
}
