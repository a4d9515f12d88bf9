import { nearestName } from "../kit/nearest-name.ts";
import { UserError } from "../kit/user-error.ts";
import type { Agent } from "./codec/agent.ts";
import type { Installer } from "./formats/installer.ts";
import type { Capabilities } from "./codec/dialect.ts";

/** The functions that load the modules of one agent. A hook loads only agents that may have sent its payload. */
interface Row {
  load(): Promise<{ default: Agent }>;
  /** Absent if hooks cannot be registered with the agent. */
  install?(): Promise<{ default: Installer }>;
  /** Agents whose registered hooks this agent runs as well. */
  readonly runsToo?: readonly string[];
}

/** Every agent under the name that `--agent` takes, in the order of the matrix. */
const ROWS = {
  "docker-agent": { load: () => import("./docker-agent.ts"), install: () => import("./docker-agent.install.ts") },
  "claude-code": { load: () => import("./claude-code.ts"), install: () => import("./claude-code.install.ts") },
  codex: { load: () => import("./codex.ts"), install: () => import("./codex.install.ts") },
  "gemini-cli": { load: () => import("./gemini-cli.ts"), install: () => import("./gemini-cli.install.ts") },
  "qwen-code": { load: () => import("./qwen-code.ts"), install: () => import("./qwen-code.install.ts") },
  "copilot-cli": {
    load: () => import("./copilot-cli.ts"),
    install: () => import("./copilot-cli.install.ts"),
    runsToo: ["claude-code", "vscode-copilot"],
  },
  "vscode-copilot": {
    load: () => import("./vscode-copilot.ts"),
    install: () => import("./vscode-copilot.install.ts"),
    runsToo: ["claude-code", "copilot-cli"],
  },
  cursor: { load: () => import("./cursor.ts"), install: () => import("./cursor.install.ts"), runsToo: ["claude-code"] },
  openhands: { load: () => import("./openhands.ts"), install: () => import("./openhands.install.ts") },
  cline: { load: () => import("./cline.ts"), install: () => import("./cline.install.ts") },
  "cline-vscode": { load: () => import("./cline-vscode.ts"), install: () => import("./cline-vscode.install.ts") },
  "kimi-code": { load: () => import("./kimi-code.ts"), install: () => import("./kimi-code.install.ts") },
  "kimi-cli": { load: () => import("./kimi-cli.ts"), install: () => import("./kimi-cli.install.ts") },
  kiro: { load: () => import("./kiro.ts"), install: () => import("./kiro.install.ts") },
  "kiro-v3": { load: () => import("./kiro-v3.ts"), install: () => import("./kiro-v3.install.ts") },
  vibe: { load: () => import("./vibe.ts"), install: () => import("./vibe.install.ts") },
  crush: { load: () => import("./crush.ts"), install: () => import("./crush.install.ts") },
  hermes: { load: () => import("./hermes.ts"), install: () => import("./hermes.install.ts") },
  auggie: { load: () => import("./auggie.ts"), install: () => import("./auggie.install.ts") },
  droid: { load: () => import("./droid.ts"), install: () => import("./droid.install.ts") },
  grok: {
    load: () => import("./grok.ts"),
    install: () => import("./grok.install.ts"),
    runsToo: ["claude-code", "cursor"],
  },
  windsurf: { load: () => import("./windsurf.ts"), install: () => import("./windsurf.install.ts") },
  goose: { load: () => import("./goose.ts"), install: () => import("./goose.install.ts") },
  letta: { load: () => import("./letta.ts"), install: () => import("./letta.install.ts") },
  starchild: { load: () => import("./starchild.ts"), install: () => import("./starchild.install.ts") },
  antigravity: { load: () => import("./antigravity.ts"), install: () => import("./antigravity.install.ts") },
  junie: { load: () => import("./junie.ts"), install: () => import("./junie.install.ts") },
  devin: { load: () => import("./devin.ts"), install: () => import("./devin.install.ts"), runsToo: ["claude-code"] },
  codebuddy: { load: () => import("./codebuddy.ts"), install: () => import("./codebuddy.install.ts") },
  qoder: { load: () => import("./qoder.ts"), install: () => import("./qoder.install.ts") },
  opencode: { load: () => import("./opencode.ts"), install: () => import("./opencode.install.ts") },
  kilo: { load: () => import("./kilo.ts"), install: () => import("./kilo.install.ts") },
  pi: { load: () => import("./pi.ts"), install: () => import("./pi.install.ts") },
  "claude-mod": { load: () => import("./claude-mod.ts") },
  agentjail: { load: () => import("./agentjail.ts") },
  generic: { load: () => import("./generic.ts") },
  "claude-like": { load: () => import("./claude-like.ts") },
} satisfies Record<string, Row>;

export type AgentName = keyof typeof ROWS;

export const AGENTS: Readonly<Record<AgentName, Row>> = ROWS;
export const AGENT_NAMES = Object.keys(ROWS) as readonly AgentName[];

export function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(ROWS, name);
}

/**
 * The error for an unknown name of an agent. It suggests the nearest known names: `gemini-cli` for `gemini`,
 * `claude-code` for `claud-code`.
 */
export function unknownAgent(name: string, known: readonly string[]): UserError {
  const meant = name === "" ? [] : known.filter((one) => one.startsWith(name) || name.startsWith(one));
  const near = meant.length > 0 ? meant : [nearestName(name, known) ?? []].flat();
  const hint = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return new UserError("unknownAgent", [name, hint, known.join(", ")]);
}

/** Loads an agent, limited to what its evidence supports. @throws UserError if there is no agent of that name */
export async function loadAgent(name: string): Promise<Agent> {
  if (!isAgentName(name)) throw unknownAgent(name, AGENT_NAMES);
  return reliedOn((await AGENTS[name].load()).default);
}

/** Loads the installer of an agent; `undefined` if hooks cannot be registered with it. */
export async function loadInstaller(name: string): Promise<Installer | undefined> {
  const row: Row | undefined = isAgentName(name) ? AGENTS[name] : undefined;
  return (await row?.install?.())?.default;
}

/** The installers of all agents, in the order of the matrix. */
export async function loadInstallers(): Promise<readonly Installer[]> {
  const rows = AGENT_NAMES.map((name) => AGENTS[name].install);
  return Promise.all(rows.filter((install) => install !== undefined).map(async (install) => (await install()).default));
}

/**
 * Limits an agent that is known at second hand to what is safe if that knowledge is wrong. A rewrite becomes a refusal;
 * at an event that cannot be refused, the rewrite is sent together with a warning. No call is approved in place of the
 * person. A question becomes a refusal, since an agent that does not understand the question would run the call. Other
 * agents are returned unchanged.
 */
function reliedOn(agent: Agent): Agent {
  if (agent.evidence.mark !== "second hand") return agent;
  return {
    ...agent,
    carries: (...event) => strictest(agent.carries(...event)),
    asks: () => false,
    encode(outcome, wireName, raw) {
      const { verdict } = outcome;
      const heard = verdict?.kind === "ask" ? { ...outcome, verdict: { ...verdict, kind: "deny" as const } } : outcome;
      return agent.encode(heard, wireName, raw);
    },
  };
}

function strictest({ rewrite, lever = [], lost, approves: _approves, ...capabilities }: Capabilities): Capabilities {
  const sure = lever.filter((part) => part === "refusal" || part === "context");
  return {
    ...capabilities,
    rewrite: [],
    ...(rewrite.length > 0 && !capabilities.refusal && { tries: rewrite }),
    ...(sure.length > 0 && { lever: sure }),
    // `later` is dropped, because the later event's rewrite is not certain for this agent either.
    ...(lost === "ignore" && { lost }),
  };
}
