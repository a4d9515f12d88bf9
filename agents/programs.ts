/**
 * The names that a command gives an agent, with blanks between them: its program, and its package on npm without the
 * scope. Agents that no command starts are missing.
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
