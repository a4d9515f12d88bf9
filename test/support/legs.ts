import type { Json, JsonObject } from "../../kit/json.ts";
import type { Run } from "./run.ts";
import type { TemporaryWorld } from "./temporary-world.ts";

/** The agents whose hooks most users run. */
export const AGENTS = ["docker-agent", "claude-code", "codex", "gemini-cli"] as const;
export type Agent = (typeof AGENTS)[number];

/** What an answer says, whatever the dialect. */
export interface Answer extends Run {
  readonly json: JsonObject;
  /** Verdict before a tool: `deny`, `ask`, or none. */
  readonly verdict?: string;
  readonly reason?: string;
  /** The rewritten arguments. */
  readonly input?: JsonObject;
  /** The text that takes a command's output's place. */
  readonly output?: string;
}

const NAMES = {
  "docker-agent": { before: "pre_tool_use", after: "tool_response_transform", shell: "shell" },
  "claude-code": { before: "PreToolUse", after: "PostToolUse", shell: "Bash" },
  codex: { before: "PreToolUse", after: "PostToolUse", shell: "Bash" },
  "gemini-cli": { before: "BeforeTool", after: "AfterTool", shell: "run_shell_command" },
} as const;

/** Starts the hook as the agent does, `redact_secrets` alone. */
export async function hook(
  agent: Agent,
  event: JsonObject,
  world: TemporaryWorld,
  env: Record<string, string> = {},
): Promise<Answer> {
  const input = JSON.stringify({ session_id: "s", cwd: world.cwd, ...event });
  const run = await world.snapveil(["hook", "--agent", agent, "redact_secrets"], { env, input });
  return { ...run, ...read(agent, run.stdout === "" ? {} : (JSON.parse(run.stdout) as JsonObject)) };
}

/** A command has run and printed this. */
export function printed(
  agent: Agent,
  text: string,
  world: TemporaryWorld,
  env: Record<string, string> = {},
): Promise<Answer> {
  const { after, shell } = NAMES[agent];
  const response: Json =
    agent === "claude-code"
      ? { stdout: text, stderr: "", interrupted: false, isImage: false, noOutputExpected: false }
      : agent === "gemini-cli"
        ? { llmContent: text, returnDisplay: text }
        : text;
  return hook(
    agent,
    {
      hook_event_name: after,
      tool_name: shell,
      tool_use_id: "t",
      tool_input: { command: "run" },
      tool_response: response,
    },
    world,
    env,
  );
}

/** A tool is about to be called; without a name, the agent's shell. */
export function called(
  agent: Agent,
  toolInput: JsonObject,
  world: TemporaryWorld,
  toolName?: string,
  env: Record<string, string> = {},
): Promise<Answer> {
  const { before, shell } = NAMES[agent];
  return hook(
    agent,
    { hook_event_name: before, tool_name: toolName ?? shell, tool_use_id: "t", tool_input: toolInput },
    world,
    env,
  );
}

function read(agent: Agent, json: JsonObject): Omit<Answer, keyof Run> {
  const snake = agent === "docker-agent";
  const specific = (json[snake ? "hook_specific_output" : "hookSpecificOutput"] ?? {}) as JsonObject;
  const get = (...keys: string[]) => keys.map((key) => specific[key] ?? json[key]).find((value) => value !== undefined);
  const after = get("hook_event_name", "hookEventName") === NAMES[agent].after || json["decision"] === "block";
  const output =
    agent === "codex" || agent === "gemini-cli"
      ? json["reason"]
      : agent === "claude-code"
        ? (specific["updatedToolOutput"] as JsonObject | undefined)?.["stdout"]
        : specific["updated_tool_response"];
  const verdict = get("permission_decision", "permissionDecision") ?? (after && !snake ? undefined : json["decision"]);
  const reason = get("permission_decision_reason", "permissionDecisionReason", "reason");
  const input = get("updated_input", "updatedInput", "tool_input");
  return {
    json,
    ...(typeof verdict === "string" && { verdict }),
    ...(typeof reason === "string" && { reason }),
    ...(input !== undefined && { input: input as JsonObject }),
    ...(typeof output === "string" && { output }),
  };
}
