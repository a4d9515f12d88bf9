/** What `--agent` takes. */
export const DIALECT_NAMES = [
  "docker-agent",
  "claude-code",
  "codex",
  "gemini-cli",
  "qwen-code",
  "copilot-cli",
  "vscode-copilot",
  "cursor",
  "openhands",
  "cline",
  "cline-vscode",
  "kimi-code",
  "kimi-cli",
  "kiro",
  "kiro-v3",
  "vibe",
  "crush",
  "hermes",
  "auggie",
  "droid",
  "grok",
  "windsurf",
  "goose",
  "letta",
  "starchild",
  "antigravity",
  "junie",
  "devin",
  "codebuddy",
  "qoder",
  "opencode",
  "kilo",
  "pi",
  "agentjail",
  "generic",
  "claude-like",
] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

export function isDialectName(name: string): name is DialectName {
  return (DIALECT_NAMES as readonly string[]).includes(name);
}
