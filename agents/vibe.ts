import { asString, type JsonObject } from "../kit/json.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, TURN_END, type EventRow } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK } from "./codec/agent.ts";
import { samplePair } from "./codec/samples.ts";
import { clip, outputAsReason } from "./codec/output-text.ts";
import type { EventFields } from "./codec/hook-event.ts";

const BEFORE: EventRow = { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" };
const AFTER: EventRow = {
  is: AFTER_TOOL,
  context: true,
  rewrite: ["toolResponse"],
  lever: ["toolResponse"],
  opens: ["session_start", "turn_start"],
};
const AGENT: EventRow = { is: TURN_END, resumes: true };

/**
 * Mistral Vibe. Any exit code but 0 counts as a failed hook; in strict mode a failed hook denies the call or removes
 * the call's output. The last three event names in the table are from releases before 2.21 (read in the source).
 */
export default defineAgent({
  name: "vibe",
  title: "Mistral Vibe",
  traces: { programs: ["vibe", "mistral-vibe"] },
  evidence: {
    mark: "source",
    failing: { exit2: "depends", crash: "depends", late: "depends" },
    release: "2026-07",
    notes: [
      "Where `strict` is true, as `install` writes it, a hook that fails refuses; else no exit code does.",
      "Context comes after a tool only.",
      "No event tells of a turn's beginning.",
      OUTPUT_ON_DISK,
    ],
  },
  owns: (_raw, wireName) => /^(?:pre_tool|post_tool|post_agent|before_tool|after_tool|post_agent_turn)$/.test(wireName),
  chainsRewrites: true,
  events: {
    pre_tool: BEFORE,
    post_tool: AFTER,
    post_agent: AGENT,
    before_tool: BEFORE,
    after_tool: AFTER,
    post_agent_turn: AGENT,
  },
  read: (raw) => ({
    sessionId: "vibe", // one of Vibe's two harnesses sends no session id
    ...fields(raw, { ...CLAUDE_FIELDS, toolUseId: "tool_call_id", toolResponse: "tool_output" }),
    ...outputOf(raw),
  }),
  answer: {
    refusal: (reason) => ({ decision: "deny", reason }),
    toolInput: "hook_specific_output.tool_input",
    // The reason replaces the output, of failed tools, too.
    toolResponse: (response) => ({ decision: "deny", reason: clip(outputAsReason(response)) }),
    context: "hook_specific_output.additional_context",
  },
  guardEvent: "pre_tool",
  openExit: 0,
  samples: samplePair(
    ["pre_tool", "post_tool"],
    "bash",
    ({ home }) => ({
      transcript_path: `${home}/.vibe/logs/session/s/messages.jsonl`,
      parent_session_id: null,
      tool_call_id: "call_1",
    }),
    ({ output }) => ({
      tool_status: "success",
      tool_output: { stdout: output, returncode: 0 },
      tool_output_text: `stdout: ${output}`,
      tool_error: null,
      duration_ms: 12,
    }),
  ),
});

/** The texts that go to the model: the output and, if the call failed, its error. */
function outputOf(raw: JsonObject): EventFields {
  const said = [raw["tool_output_text"], raw["tool_error"]].filter((text) => asString(text));
  return said.length > 0 ? { toolResponse: said.join("\n") } : {};
}
