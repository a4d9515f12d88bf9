import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { claudeFields } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { texts, values } from "./codec/pick.ts";
import { jsonReply, textReply } from "./codec/reply.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";

/** The older Kimi CLI in Python: plain stdout is context (its documentation of 2026-07; no longer maintained). */
export default defineAgent({
  name: "kimi-cli",
  title: "Kimi CLI",
  evidence: { mark: "documentation", release: "2026-07" },
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT, context: true, opens: ["session_start"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
    Stop: { is: TURN_END },
    SessionEnd: { is: ["session_end"] },
  },
  read: (raw, wireName) => ({
    ...claudeFields(raw, wireName),
    ...texts(raw, { toolUseId: "tool_call_id" }),
    ...values(raw, { toolResponse: "tool_output" }),
  }),
  encode,
  samples: samplePair(
    AROUND_TOOL,
    "Bash",
    () => ({ tool_call_id: "call_1" }),
    ({ output }) => ({ tool_output: output }),
  ),
});

function encode({ verdict, context }: Outcome, wireName: string): Reply {
  if (!verdict || verdict.kind === "allow") return textReply(context);
  return jsonReply({
    hookSpecificOutput: {
      hookEventName: wireName,
      permissionDecision: "deny",
      permissionDecisionReason: verdict.reason,
    },
  });
}
