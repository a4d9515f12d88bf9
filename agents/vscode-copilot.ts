import { FAILS_OPEN } from "./codec/agent.ts";
import { CLAUDE_ANSWER, nestedBlock, permissionAsked } from "./codec/answer.ts";
import { claudeFields, isClaudeShaped } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { samplePair, AROUND_TOOL, timeOf } from "./codec/samples.ts";

/**
 * VS Code's agent mode: Claude Code's nested answers, without a rewrite of output (read in its source of 2026-03). It
 * also runs hooks that are registered for Claude Code.
 */
export default defineAgent({
  name: "vscode-copilot",
  title: "VS Code",
  evidence: {
    mark: "source",
    failing: FAILS_OPEN,
    release: "2026-03",
    notes: ["It also runs what is registered for Claude Code."],
  },
  resembles: (raw) => isClaudeShaped(raw) && "timestamp" in raw && !raw["permission_mode"],
  // According to VS Code's documentation.
  tells: ["AGENTS.md"],
  events: {
    SessionStart: { is: ["session_start"], context: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, context: true, rewrite: ["toolInput"], countsRound: "this" },
    // At this event VS Code accepts `decision: block`, but the model still gets the output, so there is no `refusal`.
    PostToolUse: { is: AFTER_TOOL, context: true },
    Stop: { is: TURN_END, resumes: true },
    SubagentStop: { is: ["subagent_stop"] },
    PreCompact: { is: ["pre_compact"], losesContext: true },
  },
  read: claudeFields,
  answer: {
    ...CLAUDE_ANSWER,
    refusal: { ...CLAUDE_ANSWER.refusal, Stop: nestedBlock },
    ask: { PreToolUse: permissionAsked },
    alsoExits: ["PreToolUse", "UserPromptSubmit"], // on exit code 2 VS Code reads standard error instead of the JSON
  },
  samples: samplePair(
    AROUND_TOOL,
    "run_in_terminal",
    (call) => ({ timestamp: timeOf(call), transcript_path: `${call.home}/t.json`, tool_use_id: "call_1" }),
    ({ output }) => ({ tool_response: output }),
  ),
});
