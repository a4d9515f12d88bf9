import { asString } from "../kit/json.ts";
import { CALL_IN_HISTORY, FAILS_OPEN } from "./codec/agent.ts";
import { CLAUDE_ANSWER } from "./codec/answer.ts";
import { claudeFields, isClaudeShaped } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { samplePair, AROUND_TOOL, claudeProject } from "./codec/samples.ts";

/**
 * Factory Droid: Claude Code's nested answers. It takes a rewrite of arguments without an approval of the call (seen live
 * in 0.225). Its documentation names no rewrite of the prompt, so a secret in the prompt is refused.
 */
export default defineAgent({
  name: "droid",
  title: "Factory Droid",
  traces: { programs: ["droid"] },
  evidence: {
    mark: "recorded live",
    failing: FAILS_OPEN,
    release: "0.225.2",
    notes: [
      "`droid exec` tells no hook of its prompt: a secret in the prompt is sent, text for the turn is not given, and " +
        "each call is recorded without a turn.",
      "After a call that failed no hook is started, so its output reaches the model as it is.",
      "An event that stands in its hooks.json is not read from the settings.json beside it.",
      "Of several hooks that rewrite a call, the arguments of the one that stands first count: beside another hook, a " +
        "call is refused and not rewritten.",
      CALL_IN_HISTORY,
    ],
  },
  traits: { losesEnds: true },
  owns: (raw) =>
    isClaudeShaped(raw) &&
    (/^(?:off|spec|auto-(?:low|medium|high))$/.test(asString(raw["permission_mode"]) ?? "") ||
      ("message_id" in raw && !("prompt_id" in raw))),
  variable: "DROID_PROJECT_DIR",
  tells: ["folder", "platform", "date", "listing", "status", "commits", "AGENTS.md", "CLAUDE.md"],
  events: {
    SessionStart: { is: ["session_start"], context: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, context: true, tellsOf: "success" },
    Stop: { is: TURN_END, resumes: true },
    SubagentStop: { is: ["subagent_stop"] },
    PreCompact: { is: ["pre_compact"] },
    SessionEnd: { is: ["session_end"] },
    Notification: { is: ["notification"] },
  },
  read: claudeFields,
  // On exit code 2 Droid reads standard error instead of the JSON.
  answer: { ...CLAUDE_ANSWER, alsoExits: ["PreToolUse", "UserPromptSubmit"] },
  samples: {
    ...samplePair(
      AROUND_TOOL,
      "Execute",
      () => ({ permission_mode: "auto-low" }),
      ({ output }) => ({ tool_response: output }),
    ),
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), DROID_PROJECT_DIR: cwd }),
  },
});
