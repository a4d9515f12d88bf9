import type { Dialect } from "../dialect.ts";
import dockerAgent from "./docker-agent.ts";

/** Every dialect, by the name that `--agent` takes; only the one that is spoken is loaded, beside docker-agent's, which is the form of hand-written events too. */
export const DIALECTS = {
  "docker-agent": async () => ({ default: dockerAgent }),
  "claude-code": () => import("./claude-code.ts"),
  codex: () => import("./codex.ts"),
  "gemini-cli": () => import("./gemini-cli.ts"),
  "qwen-code": () => import("./qwen-code.ts"),
  "copilot-cli": () => import("./copilot-cli.ts"),
  "vscode-copilot": () => import("./vscode-copilot.ts"),
  cursor: () => import("./cursor.ts"),
  openhands: () => import("./openhands.ts"),
  cline: () => import("./cline-cli.ts"),
  "cline-vscode": () => import("./cline-vscode.ts"),
  "kimi-code": () => import("./kimi-code.ts"),
  "kimi-cli": () => import("./kimi-cli.ts"),
  kiro: () => import("./kiro.ts"),
  "kiro-v3": () => import("./kiro-v3.ts"),
  vibe: () => import("./vibe.ts"),
  crush: () => import("./crush.ts"),
  hermes: () => import("./hermes.ts"),
  auggie: () => import("./auggie.ts"),
  droid: () => import("./droid.ts"),
  grok: () => import("./grok.ts"),
  windsurf: () => import("./windsurf.ts"),
  goose: () => import("./goose.ts"),
  letta: () => import("./letta.ts"),
  starchild: () => import("./starchild.ts"),
  antigravity: () => import("./antigravity.ts"),
  junie: () => import("./junie.ts"),
  devin: () => import("./devin.ts"),
  codebuddy: () => import("./codebuddy.ts"),
  qoder: () => import("./qoder.ts"),
  opencode: () => import("./opencode.ts"),
  kilo: () => import("./kilo.ts"),
  pi: () => import("./pi.ts"),
  agentjail: () => import("./agentjail.ts"),
  generic: () => import("./generic.ts"),
  "claude-like": () => import("./claude-like.ts"),
} as const satisfies Record<string, () => Promise<{ default: Dialect }>>;

export type DialectName = keyof typeof DIALECTS;

export function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(DIALECTS, name);
}

/** Tells the many agents apart. Most events do not need it: `--agent` names their agent, or the payload is plain. */
export const loadRecogniseAgent = () => import("../recognise-agent.ts");
