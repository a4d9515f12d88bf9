import type { JsonObject } from "../kit/json.ts";
import { asString } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { texts, values } from "./codec/pick.ts";
import { exitReply, textReply } from "./codec/reply.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * Letta Code: exit code 2 is the only refusal, and what is printed at a session's start goes to the model as it is
 * (read in the bundle of 0.32).
 */
export default defineAgent({
  name: "letta",
  title: "Letta Code",
  evidence: { mark: "source", release: "0.32.18", notes: ["All of a worktree's checkpoints count as one session's."] },
  owns: (raw) => "event_type" in raw && "working_directory" in raw,
  events: {
    SessionStart: { is: ["session_start"], context: true },
    UserPromptSubmit: { is: PROMPT, refusal: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, tellsOf: "success" },
    PostToolUseFailure: { is: AFTER_TOOL, tellsOf: "failure" },
    Stop: { is: TURN_END },
    SubagentStop: { is: ["subagent_stop"] },
    PreCompact: { is: ["pre_compact"] },
    SessionEnd: { is: ["session_end"] },
  },
  eventName: (raw, given) => asString(raw["event_type"]) || given || "",
  read: (raw, wireName) => ({
    // Not every event names its conversation or agent, and a call's two events must agree: one name serves for all, as
    // in Kiro.
    sessionId: "letta",
    ...texts(raw, {
      cwd: "working_directory",
      toolName: "tool_name",
      toolUseId: "tool_call_id",
      prompt: "prompt",
      agentName: "agent_name",
      reason: "stop_reason",
    }),
    ...values(raw, {
      toolInput: "tool_input",
      toolResponse: wireName === "PostToolUseFailure" ? "error_message" : "tool_result",
    }),
    ...(wireName === "PostToolUseFailure" && { toolError: true }),
  }),
  encode,
  samples: {
    before: ["PreToolUse", (call) => sampleBase("PreToolUse", call)],
    after: [
      "PostToolUse",
      (call) => ({ ...sampleBase("PostToolUse", call), tool_result: { status: "success", output: call.output } }),
    ],
  },
});

function encode({ verdict, context }: Outcome): Reply {
  return verdict && verdict.kind !== "allow" ? exitReply(verdict.reason) : textReply(context);
}

function sampleBase(event: string, { cwd, command }: SampleCall): JsonObject {
  return {
    event_type: event,
    working_directory: cwd,
    tool_name: "Bash",
    tool_input: { command },
    tool_call_id: "t1",
    agent_id: "a1",
  };
}
