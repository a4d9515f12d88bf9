import { asString, isObject, type Json, type JsonObject } from "../kit/json.ts";
import { restoreNumbers } from "../kit/lossless-json.ts";
import type { Agent } from "./codec/agent.ts";
import type { Carriage, Reply } from "./codec/dialect.ts";
import type { EventBase, EventFields, EventName, HookEvent, ModelEndpoint, TokenUsage } from "./codec/hook-event.ts";
import { deny, type Outcome, type Rewrite } from "./codec/outcome.ts";
import { fieldsOf, objectsOf, type Fields } from "./codec/fields.ts";
import { clip } from "./codec/text-of.ts";
import { samplePair } from "./codec/samples.ts";

/** Any canonical event that has a name. */
type DockerEvent = Exclude<EventName, "unknown">;

/**
 * The lane of `pre_tool_use` that also runs where nobody is asked (`preempt_yolo: true`). Its payload is that of the
 * other lane, but a rewrite in its answer is ignored; so the registered line says which one it is.
 */
export const PREEMPT = "preempt_yolo";

const EVENTS: readonly DockerEvent[] = [
  "session_start",
  "session_end",
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
  "turn_start",
  "turn_end",
  "before_llm_call",
  "after_llm_call",
  "tool_input_transform",
  "pre_tool_use",
  "tool_guard",
  "permission_request",
  "on_tool_approval_decision",
  "tool_response_transform",
  "post_tool_use",
  "pre_compact",
  "before_compaction",
  "after_compaction",
  "stop",
  "subagent_stop",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_user_input",
  "on_session_resume",
  "on_agent_switch",
  "worktree_create",
];

/** Names of events that others use as well. */
const SHARED: ReadonlySet<string> = new Set(["stop", "subagent_stop", "notification"]);

/**
 * docker-agent: snake_case on both sides; its event names are the canonical ones. A camelCase answer is ignored without
 * a word.
 */
const dockerAgent: Agent = {
  name: "docker-agent",
  title: "docker-agent",
  evidence: {
    mark: "source",
    release: "1.123 to 1.142",
    notes: [
      "Before 1.137 a secret in the arguments of a call is refused and not taken out, since calls that are " +
        "approved automatically take no rewrite.",
      "Calls that compact the conversation are not shown to hooks.",
      "Before 1.137 it shortens an output above 50 KiB or 2,000 lines itself, and what a hook took out of that " +
        "is lost.",
      "Its newest releases take no answer above 1 MiB: there a longer conversation with a secret is refused, and " +
        "a longer output loses its middle.",
    ],
  },
  owns: (raw) => {
    const name = asString(raw["hook_event_name"]) ?? "";
    return isDockerEvent(name) && !SHARED.has(name);
  },
  events: [...EVENTS, PREEMPT],
  eventName: (raw, given) => {
    const said = asString(raw["hook_event_name"]) || given || "";
    return said === "pre_tool_use" && given === PREEMPT ? PREEMPT : said;
  },
  decode,
  carries,
  encode,
  encodeUnreadable: (sentence, closed) => ({ stdout: "", stderr: sentence, exitCode: closed ? 2 : 1 }),
  samples: samplePair(
    ["pre_tool_use", "tool_response_transform"],
    "shell",
    () => ({ agent_name: "root", tool_use_id: "call_1", safety_policy: "balanced" }),
    ({ output }) => ({ tool_category: "shell", tool_response: output }),
  ),
};

export default dockerAgent;

/** An event's own fields. No table of functions: each hook would make them all to call one. */
function readFields(name: DockerEvent, f: Fields, raw: JsonObject): EventFields[DockerEvent] {
  switch (name) {
    case "session_start":
    case "pre_compact":
      return f.text("source", "source");
    case "session_end":
    case "turn_end":
      return f.text("reason", "reason");
    case "user_prompt_submit":
    case "user_followup_submit":
      return f.text("prompt", "prompt");
    case "user_steering_messages_submit":
      return steering(f.list("messages", "steering_messages").messages);
    case "before_llm_call":
      return {
        ...f.text("modelId", "model_id"),
        ...f.number("iteration", "iteration"),
        ...f.list("messages", "messages"),
      };
    case "after_llm_call":
      return { ...f.text("modelId", "model_id"), ...stopped(f), ...usage(raw["usage"]), ...f.number("cost", "cost") };
    case "tool_input_transform":
    case "pre_tool_use":
    case "tool_guard":
    case "permission_request":
      return tool(f);
    case "on_tool_approval_decision":
      return {
        ...tool(f),
        ...f.text("approvalDecision", "approval_decision"),
        ...f.text("approvalSource", "approval_source"),
        ...f.text("safetyLabel", "safety_label"),
      };
    case "tool_response_transform":
    case "post_tool_use":
      return { ...tool(f), ...f.value("toolResponse", "tool_response"), ...f.flag("toolError", "tool_error") };
    case "before_compaction":
    case "after_compaction":
      return compaction(f);
    case "stop":
      return stopped(f);
    case "subagent_stop":
      return { ...stopped(f), ...f.text("parentSessionId", "parent_session_id") };
    case "notification":
    case "on_error":
    case "on_max_iterations":
      return {
        ...f.text("notificationLevel", "notification_level"),
        ...f.text("notificationMessage", "notification_message"),
      };
    case "on_session_resume":
      return {
        ...f.number("previousMaxIterations", "previous_max_iterations"),
        ...f.number("newMaxIterations", "new_max_iterations"),
      };
    case "on_agent_switch":
      return {
        ...f.text("fromAgent", "from_agent"),
        ...f.text("toAgent", "to_agent"),
        ...f.text("agentSwitchKind", "agent_switch_kind"),
        fromAgentModels: objectsOf(raw["from_agent_models"]).map(endpoint),
      };
    case "worktree_create":
      return {
        ...f.text("worktreePath", "worktree_path"),
        ...f.text("worktreeBranch", "worktree_branch"),
        ...f.text("worktreeSourceDir", "worktree_source_dir"),
      };
    case "turn_start":
    case "on_user_input":
      return {};
  }
}

function decode(raw: JsonObject, wireName: string): [HookEvent] {
  const f = fieldsOf(raw);
  const cwd = asString(raw["cwd"]);
  const sessionId = asString(raw["session_id"]);
  const base: EventBase = {
    wireName,
    dialect: "docker-agent",
    raw,
    sendsRounds: true,
    streamsOutput: true,
    ...(sessionId && { sessionId }),
    ...(cwd && { cwd }),
    ...f.text("agentName", "agent_name"),
  };
  if (wireName === PREEMPT)
    return [{ ...base, name: "pre_tool_use", ...readFields("pre_tool_use", f, raw) } as HookEvent];
  if (!isDockerEvent(wireName)) return [{ ...base, name: "unknown" }];
  return [{ ...base, name: wireName, ...readFields(wireName, f, raw) } as HookEvent];
}

function isDockerEvent(name: string): name is DockerEvent {
  return (EVENTS as readonly string[]).includes(name);
}

function tool(f: Fields) {
  return {
    ...f.text("toolName", "tool_name"),
    ...f.text("toolUseId", "tool_use_id"),
    ...f.value("toolInput", "tool_input"),
    ...f.text("toolCategory", "tool_category"),
    ...f.text("safetyPolicy", "safety_policy"),
  };
}

function stopped(f: Fields) {
  return { ...f.text("stopResponse", "stop_response"), ...f.text("lastUserMessage", "last_user_message") };
}

function compaction(f: Fields) {
  return {
    ...f.number("inputTokens", "input_tokens"),
    ...f.number("outputTokens", "output_tokens"),
    ...f.number("contextLimit", "context_limit"),
    ...f.text("compactionReason", "compaction_reason"),
    ...f.text("summary", "summary"),
  };
}

function steering(list: readonly Json[] | undefined) {
  return list ? { steeringMessages: list.filter((item) => typeof item === "string") } : {};
}

function endpoint(model: JsonObject): ModelEndpoint {
  const f = fieldsOf(model);
  return {
    ...f.text("provider", "provider"),
    ...f.text("model", "model"),
    ...f.text("baseUrl", "base_url"),
    ...f.text("unloadApi", "unload_api"),
  };
}

function usage(value: Json | undefined): { usage?: TokenUsage } {
  if (!isObject(value)) return {};
  const f = fieldsOf(value);
  return {
    usage: {
      ...f.number("inputTokens", "input_tokens"),
      ...f.number("outputTokens", "output_tokens"),
      ...f.number("cachedInputTokens", "cached_input_tokens"),
      ...f.number("cachedWriteTokens", "cached_write_tokens"),
      ...f.number("reasoningTokens", "reasoning_tokens"),
    },
  };
}

const REWRITES: Partial<Record<string, readonly (keyof Rewrite)[]>> = {
  pre_tool_use: ["toolInput"],
  tool_input_transform: ["toolInput"],
  before_llm_call: ["messages"],
  tool_response_transform: ["toolResponse"],
};
/** What a person wrote reaches the model through `before_llm_call`, which takes the secret out of it. */
const isPrompt = (wireName: string) => /^user_\w+_submit$/.test(wireName);
/** Events whose verdict is too late or is not looked at: the output is there, the session is over. */
const NO_REFUSAL = new Set([
  "tool_response_transform",
  "post_tool_use",
  "session_end",
  "turn_end",
  "stop",
  "after_llm_call",
  "on_error",
  "notification",
]);
/** Events that answer a question of permission; on all others a refusal is `decision: block`. */
const PERMISSION = new Set(["pre_tool_use", PREEMPT, "tool_guard", "permission_request"]);

/** Where every release shows its model what a hook says: `turn_start` comes before each call of the model. */
const HEARD = new Set([
  "session_start",
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
  "turn_start",
]);

function carries(wireName: string): Carriage {
  const rewrite = (Object.hasOwn(REWRITES, wireName) && REWRITES[wireName]) || [];
  // Context is taken by the session, turn and prompt events only; before a tool, newer releases may refuse the answer
  // for it.
  const context = !PERMISSION.has(wireName) && wireName !== "tool_input_transform";
  const unheard = context && !HEARD.has(wireName);
  return {
    refusal: !NO_REFUSAL.has(wireName),
    context,
    ...(unheard && { unheard }),
    notice: true,
    rewrite,
    ...(isPrompt(wireName) && { lost: "later" }),
  };
}

/**
 * Bytes of an answer that the newest releases take, less some room; they are told by fields of their own. A longer one
 * counts as a failed hook, and what it was to hide goes on.
 */
const MOST_TAKEN = (1 << 20) - (1 << 14);
const isCapped = (raw: JsonObject) => "call_purpose" in raw || "root_session_id" in raw;

function encode(outcome: Outcome, wireName: string, raw: JsonObject): Reply {
  const reply = encodeWhole(outcome, wireName);
  if (!outcome.rewrite || !isCapped(raw) || Buffer.byteLength(reply.stdout) <= MOST_TAKEN) return reply;
  return encodeWhole(shortened(outcome), wireName);
}

/** A long output loses its middle; what has to be given back whole is refused. */
function shortened({ rewrite, ...rest }: Outcome): Outcome {
  if (rewrite?.toolResponse !== undefined)
    return { ...rest, rewrite: { toolResponse: clip(asText(rewrite.toolResponse)) } };
  const what =
    rewrite?.toolInput === undefined
      ? "The conversation contains a secret and is"
      : "The arguments of this tool call contain a secret and are";
  return deny(`${what} too long for docker-agent to take back without it. Begin a new session, or compact this one.`);
}

function encodeWhole(outcome: Outcome, event: string): Reply {
  const wireName = event === PREEMPT ? "pre_tool_use" : event;
  const { verdict, rewrite, context, notice } = outcome;
  const specific: JsonObject = {};
  const answer: JsonObject = {};
  if (verdict && (verdict.kind === "block" || (verdict.kind === "deny" && !PERMISSION.has(wireName)))) {
    answer["decision"] = "block";
    answer["reason"] = verdict.reason;
  } else if (verdict && PERMISSION.has(wireName)) {
    // Nobody is asked: where the call is approved, another hook's rewrite of a part of the arguments drops the rest of
    // them.
    specific["permission_decision"] = verdict.kind === "ask" ? "deny" : verdict.kind;
    specific["permission_decision_reason"] = verdict.reason;
  }
  if (rewrite?.toolInput !== undefined) specific["updated_input"] = rewrite.toolInput;
  if (rewrite?.messages !== undefined) specific["updated_messages"] = rewrite.messages as Json[];
  if (rewrite?.toolResponse !== undefined) specific["updated_tool_response"] = asText(rewrite.toolResponse);
  if (context) specific["additional_context"] = context.join("\n\n");
  if (notice) answer["system_message"] = notice.join("\n");
  if (Object.keys(specific).length > 0) answer["hook_specific_output"] = { hook_event_name: wireName, ...specific };
  const silent = Object.keys(answer).length === 0;
  return { stdout: silent ? "" : JSON.stringify(answer), stderr: "", exitCode: 0 };
}

/** The field takes text only; a structured response is given back as the JSON text of itself. */
function asText(value: Json): string {
  return typeof value === "string" ? value : restoreNumbers(JSON.stringify(value));
}
