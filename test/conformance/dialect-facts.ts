import type { AgentName } from "../../agents/registry.ts";

/** The facts' name of an agent → ours. Agents with plugins in place of command hooks are not here. */
export const NAMES: Readonly<Record<string, AgentName>> = {
  "docker-agent": "docker-agent",
  "generic-agent-hooks": "generic",
  starchild: "starchild",
  "agentjail-hook": "agentjail",
  openhands: "openhands",
  "claude-code": "claude-code",
  codex: "codex",
  "gemini-cli": "gemini-cli",
  "qwen-code": "qwen-code",
  "copilot-cli": "copilot-cli",
  "vscode-copilot": "vscode-copilot",
  cursor: "cursor",
  "windsurf-cascade": "windsurf",
  "cline-cli": "cline",
  "cline-vscode": "cline-vscode",
  "kiro-cli-v2": "kiro",
  "kiro-v3": "kiro-v3",
  "factory-droid": "droid",
  crush: "crush",
  goose: "goose",
  "kimi-code": "kimi-code",
  "kimi-cli-legacy": "kimi-cli",
  "mistral-vibe": "vibe",
  "grok-build": "grok",
  antigravity: "antigravity",
  "hermes-agent": "hermes",
  "augment-auggie": "auggie",
  "junie-cli": "junie",
  "letta-code": "letta",
  "devin-cli": "devin",
  codebuddy: "codebuddy",
  qoder: "qoder",
};

/**
 * Agents that no payload tells from others, and what they are taken for without `--agent`: somebody who gets a denial
 * or nothing.
 */
export const NOT_SEPARABLE: Readonly<Record<string, AgentName>> = {
  "kiro-v3 *": "claude-like",
  "kimi-cli-legacy *": "claude-like",
  "devin-cli *": "claude-like",
  "codebuddy *": "claude-like",
  "qoder *": "claude-like",
  // The samples leave the transcript's path out, which a real payload has.
  "claude-code PermissionRequest": "claude-like",
  "claude-code PreCompact": "claude-like",
};

/**
 * `agent event output` where we do something else than the facts say, and why. `*`: any agent, with the canonical
 * event, or any event.
 */
export const CHOSEN_OTHERWISE: Readonly<Record<string, string>> = {
  "* stop block": "a refusal there makes the agent go on; nothing of ours wants that",
  "docker-agent * context": "context is ignored where it is not taken and does no harm",
  "claude-code PreCompact context": "all that a hook prints is what is asked of the summary (seen in 2.1.332)",
  "docker-agent tool_input_transform canonical": "the event is a canonical one itself",
  "docker-agent tool_guard canonical": "the event is a canonical one itself",
  "docker-agent tool_response_transform canonical": "the event is a canonical one itself",
  "starchild transform_tool_result canonical": "only the output is looked at, the call has its own event",
  "hermes-agent transform_tool_result canonical": "only the output is looked at, the call has its own event",
  "gemini-cli PreCompress canonical": "comes before every model call and tells nothing of a compaction",
  "copilot-cli userPromptTransformed canonical": "what it carries is the prompt",
  "cursor beforeReadFile canonical": "what it carries is what the tool is about to give the model",
  "starchild transform_tool_result context": "a warning can be added there",
  "claude-code PermissionRequest rewrite_input": "would approve the call",
  "qwen-code PermissionRequest rewrite_input": "would approve the call",
  "qwen-code PostToolBatch block": "replaces the output and does not end the turn, so it is a rewrite's lever",
  "codex PostToolUse rewrite_output":
    "`continue: false` leaks where the model writes scripts; `decision: block` does not",
  "codex Stop allow_noop": "nothing at all is accepted as well as an empty object",
  "copilot-cli PreToolUse context": "flat answers are taken on PascalCase events as well",
  "vscode-copilot PostToolUse block": "the output reaches the model all the same",
  "factory-droid UserPromptSubmit rewrite_prompt": "not documented; a refusal is",
  "crush PreToolUse rewrite_input": "`allow` beside it would approve the call",
  "antigravity PreToolUse rewrite_input": "nobody has seen it work",
  "junie-cli PreToolUse block": "exit code 2 is known to block",
  "codebuddy PostToolUse context": "as Claude Code",
  "factory-droid PreToolUse rewrite_input": "taken without an approval beside it (seen in 0.225)",
  "codebuddy PostToolUse rewrite_output": "known at second hand: sent, and warned of beside it",
  "qoder PostToolUse context": "as Claude Code",
};

/** Where a refusal is said in JSON, as the facts say, and by exit code 2 with its reason as well: see `Answer.alsoExits`. */
export const ALSO_EXITS: ReadonlySet<string> = new Set(
  [
    "claude-code PreToolUse PermissionRequest UserPromptSubmit",
    "codex PreToolUse UserPromptSubmit",
    "gemini-cli BeforeTool BeforeAgent",
    "copilot-cli preToolUse PreToolUse",
    "openhands PreToolUse UserPromptSubmit",
    "qwen-code PreToolUse UserPromptSubmit",
    "vscode-copilot PreToolUse UserPromptSubmit",
    "factory-droid PreToolUse UserPromptSubmit",
    "grok-build PreToolUse UserPromptSubmit",
    "hermes-agent pre_tool_call",
    "augment-auggie PreToolUse",
    "goose PreToolUse",
    "kimi-code PreToolUse",
    "kimi-cli-legacy PreToolUse",
    "generic-agent-hooks PreToolUse",
    "agentjail-hook PreToolUse",
  ].flatMap((line) => {
    const [agent, ...events] = line.split(" ");
    return events.map((event) => `${agent} ${event}`);
  }),
);
