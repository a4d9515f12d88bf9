import { permissionDenied } from "./codec/answer.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";

/**
 * The older Kimi CLI in Python, no longer maintained. It adds a hook's plain stdout to the context (its documentation
 * of 2026-07).
 */
export default defineAgent({
  name: "kimi-cli",
  title: "Kimi CLI",
  traces: { programs: ["kimi", "kimi-cli"] },
  evidence: {
    mark: "documentation",
    failing: { exit2: "refused", crash: "goes on", late: "not known" },
    release: "2026-07",
  },
  // Read in Kimi CLI's system prompt of 2026.
  tells: ["folder", "date", "listing", "AGENTS.md"],
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT, context: true, opens: ["session_start"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
    Stop: { is: TURN_END },
    SessionEnd: { is: ["session_end"] },
  },
  read: (raw) => fields(raw, { ...CLAUDE_FIELDS, toolUseId: "tool_call_id", toolResponse: "tool_output" }),
  answer: { refusal: permissionDenied, alsoExits: ["PreToolUse"], context: "stdout" },
  samples: samplePair(
    AROUND_TOOL,
    "Bash",
    () => ({ tool_call_id: "call_1" }),
    ({ output }) => ({ tool_output: output }),
  ),
});
