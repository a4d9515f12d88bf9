import { claudeFields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";

/**
 * Kiro CLI 3: Claude Code's event names, but plain stdout is added to the context and exit code 2 refuses (second
 * hand). It is recognised only by `--agent`.
 */
export default defineAgent({
  name: "kiro-v3",
  title: "Kiro 3",
  evidence: {
    mark: "second hand",
    failing: { exit2: "refused", crash: "not known", late: "not known" },
    release: "3.0",
    notes: ["Only `--agent` tells it from others."],
  },
  events: {
    SessionStart: { is: ["session_start"], context: true },
    UserPromptSubmit: { is: PROMPT, context: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
    Stop: { is: TURN_END },
  },
  read: claudeFields,
  answer: { refusal: "exit", context: "stdout" },
  samples: samplePair(
    AROUND_TOOL,
    "shell",
    () => ({}),
    ({ output }) => ({ tool_response: { success: true, result: [output] } }),
  ),
});
