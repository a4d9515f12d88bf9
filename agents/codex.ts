import { CLAUDE_ANSWER, decisionBlock } from "./codec/answer.ts";
import { outputAsReason } from "./codec/output-text.ts";
import { CLAUDE_FIELDS, fields, goingOn, isClaudeShaped, transcriptOf } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK, CALL_IN_HISTORY, FAILS_OPEN } from "./codec/agent.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";

/**
 * Codex CLI: Claude Code's names of events and fields, but stricter answers. An unknown or missing key, or exit code 1,
 * counts as a failed hook, and the call runs (seen live in 0.169; the schemas of answers are the same in 0.171).
 */
export default defineAgent({
  name: "codex",
  title: "Codex",
  traces: {
    programs: ["codex"],
    variables: ["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"],
  },
  evidence: {
    mark: "recorded live",
    failing: FAILS_OPEN,
    vanished: "kept",
    release: "0.171.0",
    notes: [
      "A rewrite of arguments would approve the call as well.",
      "A hook runs only after /hooks was used to trust it, and again after each change of its line.",
      OUTPUT_ON_DISK,
      "Of several hooks that rewrite a call, the arguments of the one that ends last count: beside another hook, a " +
        "call is refused and not rewritten.",
      CALL_IN_HISTORY,
    ],
  },
  // Codex sends `turn_id` instead of Claude Code's `prompt_id`.
  owns: (raw) =>
    isClaudeShaped(raw) &&
    (/\/rollout-[^/]*\.jsonl$/.test(transcriptOf(raw)) || ("turn_id" in raw && !("prompt_id" in raw))),
  tells: ["folder", "date", "AGENTS.md"],
  traits: { showsRun: true },
  events: {
    SessionStart: { is: ["session_start"], context: true, notice: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, notice: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, context: true, notice: true, countsRound: "this" },
    PermissionRequest: { is: ["permission_request"], refusal: true, approves: true, notice: true, lost: "ignore" },
    // Codex sends this event for failed commands, too.
    PostToolUse: { is: AFTER_TOOL, context: true, notice: true, rewrite: ["toolResponse"], lever: ["toolResponse"] },
    Stop: { is: TURN_END, notice: true, resumes: true },
    SubagentStart: { is: ["unknown"], context: true, notice: true },
    SubagentStop: { is: ["subagent_stop"], notice: true },
    PreCompact: { is: ["pre_compact"], refusal: true, notice: true },
    PostCompact: { is: ["after_compaction"], notice: true },
    // For SessionEnd and Interrupt Codex reads no answer that snapveil could give. Interrupt names no folder.
    SessionEnd: { is: ["session_end"], patience: 3 },
    Interrupt: { is: ["turn_end"], patience: 3 },
  },
  read: (raw) => ({ ...fields(raw, { ...CLAUDE_FIELDS, promptId: ["turn_id", "prompt_id"] }), ...goingOn(raw) }),
  // Codex takes a rewrite only together with an approval of the call, so the user has to turn rewrites on
  // (`approvingRewrites`).
  adjust: (capabilities, wireName, _raw, { approvingRewrites }) =>
    wireName === "PreToolUse" && approvingRewrites ? { ...capabilities, rewrite: ["toolInput"] } : capabilities,
  answer: {
    ...CLAUDE_ANSWER,
    // If a login shell prints a greeting before the JSON, Codex cannot read the JSON; exit code 2 still refuses (seen
    // live).
    alsoExits: ["PreToolUse", "UserPromptSubmit"],
    refusal: { ...CLAUDE_ANSWER.refusal, PreCompact: (stopReason) => ({ continue: false, stopReason }) },
    toolInput: (input) => ({
      "hookSpecificOutput.permissionDecision": "allow",
      "hookSpecificOutput.updatedInput": input,
    }),
    // `continue: false` also replaces the output of ordinary tools, but not that of scripts that the model writes (both
    // seen live).
    toolResponse: (response) => decisionBlock(outputAsReason(response)),
  },
  samples: samplePair(
    AROUND_TOOL,
    "Bash",
    ({ home, session }) => ({
      turn_id: session,
      transcript_path: `${home}/.codex/sessions/2026/01/02/rollout-${session}.jsonl`,
      model: "sample",
      permission_mode: "default",
      tool_use_id: "call_1",
    }),
    ({ output }) => ({ tool_response: output }),
  ),
});
