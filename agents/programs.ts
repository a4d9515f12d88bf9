/**
 * Agent → the names by which a command starts it, separated by blanks: its program, and its package on npm without the
 * scope. Agents that are not started by a command are missing.
 */
export const AGENT_PROGRAMS = {
  "claude-code": "claude claude-code",
  codex: "codex",
  "gemini-cli": "gemini gemini-cli",
  "qwen-code": "qwen qwen-code",
  "copilot-cli": "copilot",
  cursor: "cursor-agent cursor",
  droid: "droid",
  auggie: "auggie",
  goose: "goose",
  codebuddy: "codebuddy codebuddy-code",
  qoder: "qodercli qoder",
  opencode: "opencode opencode-ai",
  kilo: "kilo kilocode",
  pi: "pi pi-coding-agent",
} as const;
