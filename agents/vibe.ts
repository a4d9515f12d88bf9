import { asString, type Json, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, TURN_END, type EventRow } from "./codec/define-agent.ts";
import { texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";
import { clip, textOf } from "./codec/text-of.ts";
import { OUTPUT_ON_DISK } from "./codec/evidence.ts";
import { samplePair } from "./codec/samples.ts";

const BEFORE: EventRow = { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" };
const AFTER: EventRow = {
  is: AFTER_TOOL,
  context: true,
  rewrite: ["toolResponse"],
  lever: ["toolResponse"],
  opens: ["session_start", "turn_start"],
};
const AGENT: EventRow = { is: TURN_END };

/**
 * Mistral Vibe: only exit code 0 counts, any other is a failure of the hook, which in strict mode denies the call or
 * blanks its output. The second name of each event is that of releases before 2.21 (read in the source).
 */
export default defineAgent({
  name: "vibe",
  title: "Mistral Vibe",
  evidence: {
    mark: "source",
    release: "2026-07",
    notes: ["Context comes after a tool only.", "No event tells of a turn's beginning.", OUTPUT_ON_DISK],
  },
  owns: (_raw, wireName) => /^(?:pre_tool|post_tool|post_agent|before_tool|after_tool|post_agent_turn)$/.test(wireName),
  events: {
    pre_tool: BEFORE,
    post_tool: AFTER,
    post_agent: AGENT,
    before_tool: BEFORE,
    after_tool: AFTER,
    post_agent_turn: AGENT,
  },
  read: (raw) => ({
    sessionId: "vibe", // one of its two harnesses names no session
    ...texts(raw, { sessionId: "session_id", cwd: "cwd", toolName: "tool_name", toolUseId: "tool_call_id" }),
    ...values(raw, { toolInput: "tool_input" }),
    ...outputOf(raw),
  }),
  encode,
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

/** What the model will see: the text of the output and, of a failed call, its error. */
function outputOf(raw: JsonObject): object {
  const said = [raw["tool_output_text"], raw["tool_error"]].filter((text) => asString(text));
  const toolResponse: Json | undefined = said.length > 0 ? said.join("\n") : (raw["tool_output"] ?? undefined);
  return {
    ...(toolResponse !== undefined && { toolResponse }),
    ...(asString(raw["tool_error"]) && { toolError: true }),
  };
}

function encode({ verdict, rewrite, context }: Outcome): Reply {
  const answer: JsonObject = {};
  const specific: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    answer["decision"] = "deny";
    answer["reason"] = verdict.reason;
  }
  if (rewrite?.toolInput !== undefined) specific["tool_input"] = rewrite.toolInput;
  if (rewrite?.toolResponse !== undefined) {
    answer["decision"] = "deny"; // the reason takes the output's place, of failed tools too
    answer["reason"] = clip(textOf(rewrite.toolResponse)) || "(no output)";
  }
  if (context) specific["additional_context"] = context.join("\n\n");
  if (Object.keys(specific).length > 0) answer["hook_specific_output"] = specific;
  return jsonReply(answer);
}
