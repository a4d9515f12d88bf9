import { asString, isObject, type JsonObject } from "../../kit/json.ts";
import type { Dialect } from "./dialect.ts";
import { isDialectName, type DialectName } from "./dialect-name.ts";
import dockerAgent from "../docker-agent.ts";
import { loadDialect, loadRecogniseAgent } from "./registry.ts";

/** Who is answered, and about which of its events. */
export interface Detected {
  readonly dialect: Dialect;
  /** "" where neither the payload nor `--event` names it. */
  readonly wireName: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Agents that run hooks registered for another: what is registered for the key can be called by any of these. */
const RUNS_TOO: Partial<Record<DialectName, readonly DialectName[]>> = {
  "claude-code": ["copilot-cli", "vscode-copilot", "cursor", "grok", "devin"],
  cursor: ["grok"],
  "copilot-cli": ["vscode-copilot"],
  "vscode-copilot": ["copilot-cli"],
};

/**
 * Whose payload this is: `--agent` decides, unless the payload is that of an agent which runs the named agent's
 * registrations as well; without it the payload does, and the environment where payloads look alike.
 */
export async function detectDialect(
  raw: JsonObject,
  given: { agent?: string; event?: string },
  env: Environment,
): Promise<Detected> {
  const name = await nameOf(raw, given, env);
  const dialect = await loadDialect(name);
  return { dialect, wireName: dialect.eventName(raw, given.event) };
}

async function nameOf(
  raw: JsonObject,
  { agent, event }: { agent?: string; event?: string },
  env: Environment,
): Promise<DialectName> {
  const named = agent !== undefined && isDialectName(agent) ? agent : undefined;
  const guests = named && RUNS_TOO[named];
  if (named && !guests) return named;
  const plain = plainName(raw, event);
  if (plain && (!named || plain === named)) return plain;
  const { recogniseAgent } = await loadRecogniseAgent();
  const recognised = recogniseAgent(raw, asString(raw["hook_event_name"]) || event || "", env);
  return named && !guests?.includes(recognised) ? named : recognised;
}

/** Keys of agents that put no `hook_event_name` into their payload. */
const FOREIGN = [
  "hookEventName",
  "hookName",
  "event_type",
  "event",
  "agent_action_name",
  "conversationId",
  "sessionId",
];
/** Event names of docker-agent's that others use as well. */
const SHARED = new Set(["stop", "subagent_stop", "notification"]);

/**
 * docker-agent or Claude Code where the payload leaves no doubt, by tests that cost nothing; these two are most of all
 * events.
 */
function plainName(raw: JsonObject, event: string | undefined): DialectName | undefined {
  const own = asString(raw["hook_event_name"]);
  const wireName = own || event || "";
  if (/^[a-z_]*$/.test(wireName))
    return !SHARED.has(wireName) && (own || !FOREIGN.some((key) => Object.hasOwn(raw, key))) && isDockerName(wireName)
      ? "docker-agent"
      : undefined;
  return isClaudeCode(raw) ? "claude-code" : undefined;
}

/** "": events tried by hand have no name. */
function isDockerName(wireName: string): boolean {
  return wireName === "" || dockerAgent.events.includes(wireName);
}

/** What only Claude Code sends; the names of its events and fields are shared by a dozen agents. */
function isClaudeCode(raw: JsonObject): boolean {
  const transcript = asString(raw["transcript_path"]);
  if (!transcript || Object.hasOwn(raw, "hookEventName") || Object.hasOwn(raw, "cursor_version")) return false;
  return (
    /[/\\]\.claude[/\\]projects[/\\]/.test(transcript) ||
    isObject(raw["effort"]) ||
    /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(asString(raw["prompt_id"]) ?? "")
  );
}
