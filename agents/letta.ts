import type { JsonObject } from "../kit/json.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { fields } from "./codec/fields.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * Letta Code. Exit code 2 is the only refusal; a hook's output at the start of a session goes to the model unchanged
 * (read in the bundle of 0.32).
 */
export default defineAgent({
  name: "letta",
  title: "Letta Code",
  traces: { programs: ["letta", "letta-code"] },
  evidence: {
    mark: "source",
    failing: { exit2: "refused", crash: "not known", late: "not known" },
    release: "0.32.18",
    notes: ["All of a worktree's checkpoints count as one session's."],
  },
  owns: (raw) => "event_type" in raw && "working_directory" in raw,
  events: {
    SessionStart: { is: ["session_start"], context: true },
    UserPromptSubmit: { is: PROMPT, refusal: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, tellsOf: "success" },
    PostToolUseFailure: { is: AFTER_TOOL, tellsOf: "failure" },
    Stop: { is: TURN_END, resumes: true },
    SubagentStop: { is: ["subagent_stop"] },
    PreCompact: { is: ["pre_compact"], losesContext: true },
    SessionEnd: { is: ["session_end"] },
  },
  eventKey: "event_type",
  read: (raw, wireName) => ({
    // Not every event names its conversation or agent, but the two events of a call need the same id. Checkpoints are
    // kept per worktree, so one id serves for all sessions.
    sessionId: "letta",
    ...fields(raw, {
      cwd: "working_directory",
      prompt: "prompt",
      toolName: "tool_name",
      toolUseId: "tool_call_id",
      toolInput: "tool_input",
      toolResponse: wireName === "PostToolUseFailure" ? "error_message" : "tool_result",
    }),
  }),
  answer: { refusal: "exit", context: "stdout" },
  samples: {
    before: ["PreToolUse", (call) => sampleBase("PreToolUse", call)],
    after: [
      "PostToolUse",
      (call) => ({ ...sampleBase("PostToolUse", call), tool_result: { status: "success", output: call.output } }),
    ],
  },
});

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
