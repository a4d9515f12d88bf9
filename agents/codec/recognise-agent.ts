import { asNumber, asString, isObject, type JsonObject } from "../../kit/json.ts";
import type { DialectName } from "./dialect-name.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which agent a payload comes from, by what only that agent sends; the first match wins. The order matters: Grok Build
 * repeats Claude Code's fields, and several agents share names of events.
 * @param wireName the event's name, from the payload or from `--event`
 * @param env looked at only where payloads are alike: agents started from each other inherit it
 */
export function recogniseAgent(raw: JsonObject, wireName: string, env: Environment): DialectName {
  const has = (key: string) => Object.hasOwn(raw, key);
  if (has("hookEventName") && has("workspaceRoot")) return "grok";
  if (has("clineVersion") && has("hookName"))
    return /^[A-Z]/.test(asString(raw["hookName"]) ?? "") ? "cline-vscode" : "cline";
  if (has("agent_action_name")) return "windsurf";
  if (has("conversationId") && ["toolCall", "stepIdx", "invocationNum", "executionNum"].some(has)) return "antigravity";
  if (raw["client_type"] === "kimi_code_cli") return "kimi-code";
  if (has("cursor_version") || (has("conversation_id") && has("generation_id"))) return "cursor";
  if (has("event_type")) return has("working_directory") ? "letta" : "openhands";
  if (asString(raw["event"])) return ofEventKey(raw, env);
  if (has("sessionId") && (asNumber(raw["timestamp"]) !== undefined || has("hookName"))) return "copilot-cli";
  if (has("conversation_id")) return "auggie";
  if (has("project_path")) return "junie";
  if (GEMINI.has(wireName)) return "gemini-cli";
  if (/^[A-Z]/.test(wireName)) return ofClaudesFamily(raw, wireName, env);
  return ofSmallNames(raw, wireName);
}

const GEMINI = new Set([
  "BeforeTool",
  "AfterTool",
  "BeforeAgent",
  "AfterAgent",
  "BeforeModel",
  "AfterModel",
  "BeforeToolSelection",
  "PreCompress",
]);
const VIBE = new Set(["pre_tool", "post_tool", "post_agent", "before_tool", "after_tool", "post_agent_turn"]);
const STARCHILD = /^(pre_tool_call|post_tool_call|transform_tool_result|pre_llm_call|post_llm_call|on_\w+)$/;

/** Agents that write the event's name under `event`. */
function ofEventKey(raw: JsonObject, env: Environment): DialectName {
  const event = asString(raw["event"]) ?? "";
  const has = (key: string) => Object.hasOwn(raw, key);
  if (STARCHILD.test(event)) return "starchild";
  if (isObject(raw["context"])) return "generic";
  if (["matcher_context", "working_dir", "tool_call_id"].some(has)) return "goose";
  if (event === "PreToolUse" && ((has("session_id") && has("cwd")) || env["CRUSH"] === "1")) return "crush";
  return has("session_id") && !has("tool_name") ? "goose" : "generic";
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT/;
const QWEN_MODES = new Set(["auto_edit", "yolo"]);
const DROID_MODES = /^(off|spec|auto-(low|medium|high))$/;

/** Agents whose events and fields are named as Claude Code's are. */
function ofClaudesFamily(raw: JsonObject, wireName: string, env: Environment): DialectName {
  const has = (key: string) => Object.hasOwn(raw, key);
  const transcript = (asString(raw["transcript_path"]) ?? "").replaceAll("\\", "/");
  const promptId = asString(raw["prompt_id"]) ?? "";
  const mode = asString(raw["permission_mode"]) ?? "";
  const isTimed = ISO_TIME.test(asString(raw["timestamp"]) ?? "");
  if (/\/\.qwen\//.test(transcript) || promptId.includes("########") || QWEN_MODES.has(mode)) return "qwen-code";
  if (/\/\.gemini\//.test(transcript) || (wireName === "Notification" && has("notification_type") && has("details")))
    return "gemini-cli";
  if (DROID_MODES.test(mode) || (has("message_id") && !has("prompt_id"))) return "droid";
  if (/\/rollout-[^/]*\.jsonl$/.test(transcript) || (has("turn_id") && !has("prompt_id"))) return "codex";
  if (isObject(raw["tool_result"]) || has("initial_prompt") || /\/\.copilot\//.test(transcript)) return "copilot-cli";
  if (/\/\.claude\/projects\//.test(transcript)) return "claude-code";
  const byEnvironment = ENVIRONMENT.find(([key]) => env[key])?.[1];
  if (byEnvironment) return byEnvironment;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(promptId) || isObject(raw["effort"])) return "claude-code";
  if (has("timestamp") && !mode)
    return isTimed && !has("tool_use_id") && !transcript && has("cwd") ? "copilot-cli" : "vscode-copilot";
  if (wireName === "PreToolUse" && has("tool_name") && !has("session_id") && !has("cwd")) return "agentjail";
  return "claude-like";
}

/**
 * Variables that an agent sets for its hooks, where payloads are alike; none of Claude Code's, which every agent
 * started from its shell inherits.
 */
const ENVIRONMENT: readonly (readonly [key: string, name: DialectName])[] = [
  ["QWEN_PROJECT_DIR", "qwen-code"],
  ["GEMINI_SESSION_ID", "gemini-cli"],
  ["COPILOT_CLI", "copilot-cli"],
  ["DROID_PROJECT_DIR", "droid"],
  ["DEVIN_PROJECT_DIR", "devin"],
  ["AUGMENT_HOOK_EVENT", "auggie"],
  ["CODEBUDDY_PROJECT_DIR", "codebuddy"],
];

/**
 * Names in snake_case or camelCase; what nobody else claims is docker-agent's, which is also how hooks are tried by
 * hand.
 */
function ofSmallNames(raw: JsonObject, wireName: string): DialectName {
  const has = (key: string) => Object.hasOwn(raw, key);
  if (VIBE.has(wireName)) return "vibe";
  if (/^(chat|tool\.execute|session)\./.test(wireName)) return "opencode";
  if (isObject(raw["extra"]) && has("hook_event_name")) return "hermes";
  if (/^(agentSpawn|userPromptSubmit|preToolUse|postToolUse)$/.test(wireName)) return "kiro";
  if (wireName === "stop" && has("hook_event_name") && has("cwd") && !has("session_id")) return "kiro";
  return "docker-agent";
}
