import type { JsonObject } from "../kit/json.ts";
import { claudeFields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * Kiro CLI 2 and Amazon Q Developer CLI. They add everything that a hook prints at the start of a session or a prompt
 * to the context, JSON included, and refuse a tool on exit code 2 (read in the source of 2026-04).
 */
export default defineAgent({
  name: "kiro",
  title: "Kiro",
  traces: { programs: ["kiro-cli", "kiro-cli-chat", "qchat"] },
  evidence: {
    mark: "source",
    failing: { exit2: "refused", crash: "goes on", late: "not known" },
    release: "2026-04",
    notes: ["No session is named: all of a worktree's checkpoints count as one session's."],
  },
  resembles: (raw, wireName) =>
    /^(?:agentSpawn|userPromptSubmit|preToolUse|postToolUse)$/.test(wireName) ||
    (wireName === "stop" && "hook_event_name" in raw && "cwd" in raw && !("session_id" in raw)),
  events: {
    agentSpawn: { is: ["session_start"], context: true },
    userPromptSubmit: { is: PROMPT, context: true },
    preToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    postToolUse: { is: AFTER_TOOL },
    stop: { is: TURN_END },
  },
  // The payload names no session. Checkpoints are kept per worktree, so one id serves for all sessions.
  read: (raw, wireName) => ({ sessionId: "kiro", ...claudeFields(raw, wireName) }),
  answer: { refusal: "exit", context: "stdout" },
  samples: {
    before: ["preToolUse", (call) => sampleBase("preToolUse", call)],
    after: [
      "postToolUse",
      (call) => ({ ...sampleBase("postToolUse", call), tool_response: { success: true, result: [call.output] } }),
    ],
  },
});

function sampleBase(event: string, { cwd, command }: SampleCall): JsonObject {
  return { hook_event_name: event, cwd, tool_name: "execute_bash", tool_input: { command } };
}
