import { asString, isObject, type Json, type JsonObject } from "../kit/json.ts";
import { claudeFields, isClaudeShaped, transcriptOf } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import type { Carriage, Reply } from "./codec/dialect.ts";
import { CALL_IN_HISTORY } from "./codec/evidence.ts";
import { inputsOf, objectsOf } from "./codec/fields.ts";
import type { Outcome } from "./codec/outcome.ts";
import { texts } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";
import { AROUND_TOOL, claudeProject, samplePair, type Samples } from "./codec/samples.ts";

/**
 * Claude Code: PascalCase event names, `hookSpecificOutput` in camelCase, which must name its event. A refusal on Stop
 * would make the agent go on, and after a tool it only adds a message.
 */
export default defineAgent({
  name: "claude-code",
  title: "Claude Code",
  evidence: {
    mark: "recorded live",
    release: "2.1.330",
    notes: [
      "The output of a failed tool reaches the model whatever a hook says; `strict` ends the turn before that.",
      "Files named by @ in a prompt pass by every hook.",
      CALL_IN_HISTORY,
    ],
  },
  owns: (raw) =>
    isClaudeShaped(raw) &&
    (transcriptOf(raw).includes("/.claude/projects/") || (transcriptOf(raw) !== "" && isClaudesOwn(raw))),
  resembles: (raw) => isClaudeShaped(raw) && isClaudesOwn(raw),
  events: {
    SessionStart: { is: ["session_start"], context: true, notice: true },
    SessionEnd: { is: ["session_end"], notice: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, notice: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, context: true, notice: true, rewrite: ["toolInput"] },
    PermissionRequest: { is: ["permission_request"], refusal: true, notice: true },
    PostToolUse: { is: AFTER_TOOL, context: true, notice: true, rewrite: ["toolResponse"], tellsOf: "success" },
    PostToolUseFailure: { is: AFTER_TOOL, context: true, notice: true, tellsOf: "failure" },
    // Shows what the model is about to see of all calls of a round. A secret in it is that of a failed tool, which was
    // warned of; stopping the turn is the user's to ask for, see below.
    PostToolBatch: {
      is: ["tool_response_transform"],
      refusal: true,
      context: true,
      notice: true,
      lost: "ignore",
      tellsOf: "failure",
      countsRound: "next",
    },
    Stop: { is: TURN_END, notice: true },
    SubagentStop: { is: ["subagent_stop"], notice: true },
    // What the person asks of a summary goes to the model, as a prompt does.
    PreCompact: { is: ["pre_compact", "user_followup_submit"], refusal: true, notice: true },
    UserPromptExpansion: { is: ["user_followup_submit"], refusal: true, context: true, notice: true },
    Notification: { is: ["notification"], notice: true },
  },
  read: (raw, wireName) => ({
    ...claudeFields(raw, wireName),
    ...(wireName === "PreCompact" && texts(raw, { prompt: "custom_instructions" })),
    ...(wireName === "UserPromptExpansion" && {
      prompt: [raw["prompt"], raw["command_args"]].map(asString).join("\n").trim(),
    }),
    ...(wireName === "PostToolUse" && { isShownAgain: true }),
    ...(wireName === "PostToolBatch" && batchOf(raw)),
  }),
  adjust: (carriage, wireName, _raw, { strict }) =>
    wireName === "PostToolBatch" && strict ? withoutLost(carriage) : carriage,
  encode,
  // Exit 1 is shown to the person and the event goes on; exit 2 blocks where the event can be blocked.
  encodeUnreadable: (sentence, closed) => ({ stdout: "", stderr: sentence, exitCode: closed ? 2 : 1 }),
  samples: claudeSamples(".claude"),
});

/** Fields that nobody took over from it so far. */
function isClaudesOwn(raw: JsonObject): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(asString(raw["prompt_id"]) ?? "") || isObject(raw["effort"]);
}

function batchOf(raw: JsonObject): object {
  const calls = objectsOf(raw["tool_calls"]);
  return {
    toolInput: inputsOf(calls),
    toolResponse: calls.map((call) => call["tool_response"] ?? null),
    toolUseIds: calls.map((call) => asString(call["tool_use_id"]) ?? ""),
  };
}

function withoutLost({ lost: _lost, ...carriage }: Carriage): Carriage {
  return carriage;
}

function encode(outcome: Outcome, wireName: string): Reply {
  const { verdict, rewrite, context, notice } = outcome;
  const answer: JsonObject = {};
  const specific: JsonObject = {};
  if (verdict) refuse(verdict.kind, verdict.reason, wireName, answer, specific);
  // No permissionDecision beside a rewrite: `allow` would approve the call without asking the person.
  if (rewrite?.toolInput !== undefined) specific["updatedInput"] = rewrite.toolInput;
  if (rewrite?.toolResponse !== undefined) specific["updatedToolOutput"] = rewrite.toolResponse as Json;
  if (context) specific["additionalContext"] = context.join("\n\n");
  if (notice) answer["systemMessage"] = notice.join("\n");
  // Without its event's name the whole of hookSpecificOutput is ignored.
  if (Object.keys(specific).length > 0) answer["hookSpecificOutput"] = { hookEventName: wireName, ...specific };
  return jsonReply(answer);
}

function refuse(kind: string, reason: string, wireName: string, answer: JsonObject, specific: JsonObject): void {
  if (wireName === "PreToolUse") {
    specific["permissionDecision"] = kind === "block" ? "deny" : kind;
    specific["permissionDecisionReason"] = reason;
  } else if (kind === "allow" || kind === "ask") {
    return;
  } else if (wireName === "PermissionRequest") {
    specific["decision"] = { behavior: "deny", message: reason };
  } else if (wireName === "PostToolBatch") {
    answer["continue"] = false;
    answer["stopReason"] = reason;
  } else {
    answer["decision"] = "block";
    answer["reason"] = reason;
    // The refused prompt is shown again, with the secret in it, unless this stands inside hookSpecificOutput.
    if (wireName === "UserPromptSubmit") specific["suppressOriginalPrompt"] = true;
  }
}

/** @param folder where the agent keeps its sessions, below the home folder */
export function claudeSamples(folder: string): Samples {
  return {
    ...samplePair(
      AROUND_TOOL,
      "Bash",
      ({ home, session }) => ({
        transcript_path: `${home}/${folder}/projects/p/${session}.jsonl`,
        prompt_id: session,
        permission_mode: "default",
        effort: { level: "medium" },
        tool_use_id: "toolu_1",
      }),
      ({ output }) => ({
        tool_response: { stdout: output, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
        duration_ms: 12,
      }),
    ),
    env: claudeProject,
  };
}
