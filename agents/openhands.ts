import { FAILS_OPEN } from "./codec/agent.ts";
import type { JsonObject } from "../kit/json.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * OpenHands SDK. A decision is `allow` or `deny`. On `block`, the word of other agents, OpenHands would run the call
 * (read in the source of 1.43).
 */
export default defineAgent({
  name: "openhands",
  title: "OpenHands",
  traces: { programs: ["openhands", "openhands-ai"] },
  evidence: { mark: "source", failing: FAILS_OPEN, release: "1.43.1" },
  owns: (raw) => "event_type" in raw && !("working_directory" in raw),
  events: {
    SessionStart: { is: ["session_start"], notice: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, opens: ["session_start"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, notice: true },
    Stop: { is: TURN_END, resumes: true },
    SessionEnd: { is: ["session_end"] },
  },
  eventKey: "event_type",
  read: (raw) => fields(raw, { ...CLAUDE_FIELDS, cwd: "working_dir", prompt: "message" }),
  answer: {
    refusal: (reason) => ({ decision: "deny", reason }),
    alsoExits: true, // the documentation promises a refusal by exit code 2 alone; the JSON is read with any code
    context: "additionalContext",
    notice: "stderr", // these events take no answer; stderr goes to their log, where the person can read it
  },
  guardEvent: "PreToolUse",
  samples: {
    before: ["PreToolUse", (call) => sampleBase("PreToolUse", call, null)],
    after: [
      "PostToolUse",
      (call) => sampleBase("PostToolUse", call, { content: [{ type: "text", text: call.output }], is_error: false }),
    ],
  },
});

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
