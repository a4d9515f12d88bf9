import { isObject } from "../kit/json.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";
import { samplePair } from "./codec/samples.ts";

/**
 * Hermes: events in snake_case, answers by `action`; fields of a single event are under `extra` (read in the source).
 */
export default defineAgent({
  name: "hermes",
  title: "Hermes",
  traces: { programs: ["hermes", "hermes-agent"] },
  evidence: {
    mark: "source",
    failing: { exit2: "refused", crash: "depends", late: "depends" },
    notes: ["An entry's `fail_closed: true`, which `install` writes, refuses where its hook fails or is late."],
  },
  owns: (raw, wireName) => isObject(raw["extra"]) && "hook_event_name" in raw && !/^[A-Z]/.test(wireName),
  // According to Hermes's documentation, context is added to a model call and never stored.
  traits: { forgetsContext: true },
  events: {
    on_session_start: { is: ["session_start"] },
    // Hermes adds the context of this event to the prompt of the turn.
    pre_llm_call: { is: ["before_llm_call", "turn_start"], context: true, opens: ["session_start"] },
    post_llm_call: { is: ["after_llm_call", "turn_end"] },
    pre_tool_call: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    post_tool_call: { is: ["post_tool_use"] },
    // At this event only extensions in Python can change a result; command hooks cannot.
    transform_tool_result: { is: ["tool_response_transform"] },
    pre_verify: { is: ["stop"], resumes: true },
    on_session_end: { is: ["session_end"] },
    subagent_stop: { is: ["subagent_stop"] },
  },
  read: (raw) => fields(raw, { ...CLAUDE_FIELDS, toolUseId: "extra.tool_call_id", toolResponse: "extra.result" }),
  answer: {
    refusal: {
      pre_verify: (message) => ({ action: "continue", message }),
      "*": (message) => ({ action: "block", message }),
    },
    alsoExits: ["pre_tool_call"], // on exit code 2 Hermes takes the reason from standard error
    toolInput: (args) => ({ action: "modify", args }),
    context: "context",
  },
  guardEvent: "pre_tool_call",
  openExit: 0, // with `fail_closed: true` Hermes takes any other code as a denial
  samples: samplePair(
    ["pre_tool_call", "post_tool_call"],
    "terminal",
    () => ({ profile: "default", extra: { tool_call_id: "t1" } }),
    ({ output }) => ({ extra: { tool_call_id: "t1", status: "ok", result: output } }),
  ),
});
