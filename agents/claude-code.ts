import { asString, isObject, type Json, type JsonObject } from "../kit/json.ts";
import type { Agent } from "./codec/agent.ts";
import { isClaudeShaped, transcriptOf } from "./codec/claude-fields.ts";
import type { Carriage, DialectOptions, Reply } from "./codec/dialect.ts";
import type { EventBase, EventName, HookEvent } from "./codec/hook-event.ts";
import type { Outcome, Rewrite } from "./codec/outcome.ts";
import { fieldsOf, inputsOf, objectsOf } from "./codec/fields.ts";
import { CALL_IN_HISTORY } from "./codec/evidence.ts";
import { AROUND_TOOL, claudeProject, samplePair, type Samples } from "./codec/samples.ts";

/** Claude Code: PascalCase event names, `hookSpecificOutput` in camelCase, which must name its event. */
const claudeCode: Agent = {
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
  get events() {
    return Object.keys(CANONICAL);
  },
  eventName: (raw, given) => asString(raw["hook_event_name"]) || given || "",
  decode,
  carries,
  encode,
  // Exit 1 is shown to the person and the event goes on; exit 2 blocks where the event can be blocked.
  encodeUnreadable: (sentence, closed) => ({ stdout: "", stderr: sentence, exitCode: closed ? 2 : 1 }),
  tellsOf: (wireName) =>
    wireName === "PostToolUse"
      ? "success"
      : wireName === "PostToolUseFailure" || wireName === "PostToolBatch"
        ? "failure"
        : "both",
  samples: claudeSamples(".claude"),
};

export default claudeCode;

/** Fields that nobody took over from it so far. */
function isClaudesOwn(raw: JsonObject): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(asString(raw["prompt_id"]) ?? "") || isObject(raw["effort"]);
}

/** Wire event → canonical events in the order in which builtins see them. */
const CANONICAL: Partial<Record<string, readonly [EventName, ...EventName[]]>> = {
  SessionStart: ["session_start"],
  SessionEnd: ["session_end"],
  UserPromptSubmit: ["user_prompt_submit", "turn_start"],
  PreToolUse: ["pre_tool_use"],
  PermissionRequest: ["permission_request"],
  PostToolUse: ["tool_response_transform", "post_tool_use"],
  PostToolUseFailure: ["tool_response_transform", "post_tool_use"],
  // Shows what the model is about to see of all calls of a round.
  PostToolBatch: ["tool_response_transform"],
  // The turn as a person sees it ends here; a hook that stops it would make the agent go on.
  Stop: ["turn_end", "stop"],
  SubagentStop: ["subagent_stop"],
  // What the person asks of a summary goes to the model, as a prompt does.
  PreCompact: ["pre_compact", "user_followup_submit"],
  UserPromptExpansion: ["user_followup_submit"],
  Notification: ["notification"],
};

function decode(raw: JsonObject, wireName: string): readonly [HookEvent, ...HookEvent[]] {
  const f = fieldsOf(raw);
  const cwd = asString(raw["cwd"]);
  const sessionId = asString(raw["session_id"]);
  const promptId = asString(raw["prompt_id"]);
  const base: EventBase = {
    wireName,
    dialect: "claude-code",
    raw,
    ...(sessionId && { sessionId }),
    ...(cwd && { cwd }),
    ...(promptId && { promptId }),
    ...(wireName === "PostToolBatch" && { countsRound: "next" as const }),
  };
  const failed = wireName === "PostToolUseFailure";
  const fields = {
    ...f.text("toolName", "tool_name"),
    ...f.text("toolUseId", "tool_use_id"),
    ...f.value("toolInput", "tool_input"),
    ...f.value("toolResponse", failed ? "error" : "tool_response"),
    ...(failed && { toolError: true }),
    ...(wireName === "PostToolUse" && { isShownAgain: true }),
    ...(wireName === "PostToolBatch" && batchOf(raw)),
    ...f.text("prompt", wireName === "PreCompact" ? "custom_instructions" : "prompt"),
    ...(wireName === "UserPromptExpansion" && {
      prompt: [raw["prompt"], raw["command_args"]].map(asString).join("\n").trim(),
    }),
    ...f.text("source", wireName === "PreCompact" ? "trigger" : "source"),
    ...f.text("reason", "reason"),
    ...f.text("stopResponse", "last_assistant_message"),
    ...f.text("notificationMessage", "message"),
  };
  const [first, ...rest] = (Object.hasOwn(CANONICAL, wireName) && CANONICAL[wireName]) || (["unknown"] as const);
  const make = (name: EventName) => ({ ...base, name, ...fields }) as HookEvent;
  return [make(first), ...rest.map(make)];
}

function batchOf(raw: JsonObject): object {
  const calls = objectsOf(raw["tool_calls"]);
  return {
    toolInput: inputsOf(calls),
    toolResponse: calls.map((call) => call["tool_response"] ?? null),
    toolUseIds: calls.map((call) => asString(call["tool_use_id"]) ?? ""),
  };
}

/** Where `additionalContext` is taken; on other events the answer would not fit the agent's schema. */
const CONTEXT = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
]);
/** Where a refusal stops something. On Stop it would do the opposite, after a tool it only adds a message. */
const REFUSAL = new Set([
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreToolUse",
  "PermissionRequest",
  "PostToolBatch",
  "PreCompact",
]);
const REWRITES: Partial<Record<string, readonly (keyof Rewrite)[]>> = {
  PreToolUse: ["toolInput"],
  PostToolUse: ["toolResponse"],
};

function carries(wireName: string, _raw: JsonObject, { strict }: DialectOptions): Carriage {
  // A secret among the outputs of a round is that of a failed tool, which was warned of; stopping the turn is the
  // user's to ask for.
  const lost = wireName === "PostToolBatch" && !strict ? ({ lost: "ignore" } as const) : {};
  return {
    refusal: REFUSAL.has(wireName),
    context: CONTEXT.has(wireName),
    notice: true,
    rewrite: (Object.hasOwn(REWRITES, wireName) && REWRITES[wireName]) || [],
    ...lost,
  };
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
  const silent = Object.keys(answer).length === 0;
  return { stdout: silent ? "" : JSON.stringify(answer), stderr: "", exitCode: 0 };
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
