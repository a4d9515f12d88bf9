import { asString } from "../kit/json.ts";
import { CLAUDE_ANSWER } from "./codec/answer.ts";
import { claudeFields, isClaudeShaped } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { samplePair, AROUND_TOOL, claudeProject } from "./codec/samples.ts";

/**
 * Factory Droid: Claude Code's nested answers. A rewrite of arguments is documented only together with an approval, and
 * a rewrite of the prompt not at all, so a secret in either is refused (second hand, 0.223).
 */
export default defineAgent({
  name: "droid",
  title: "Factory Droid",
  traces: { programs: ["droid"] },
  evidence: {
    mark: "second hand",
    failing: { exit2: "refused", crash: "goes on", late: "not known" },
    release: "0.223",
    notes: [
      "A rewrite of arguments is known only beside an approval of the call; one of the prompt is not documented.",
    ],
  },
  owns: (raw) =>
    isClaudeShaped(raw) &&
    (/^(?:off|spec|auto-(?:low|medium|high))$/.test(asString(raw["permission_mode"]) ?? "") ||
      ("message_id" in raw && !("prompt_id" in raw))),
  variable: "DROID_PROJECT_DIR",
  // According to Droid's documentation.
  tells: ["AGENTS.md"],
  events: {
    SessionStart: { is: ["session_start"], context: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, context: true },
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
      ({ output }) => ({ tool_response: { output } }),
    ),
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), DROID_PROJECT_DIR: cwd }),
  },
});
