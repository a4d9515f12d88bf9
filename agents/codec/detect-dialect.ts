import { asString, type JsonObject } from "../../kit/json.ts";
import { AGENT_NAMES, type AgentName, AGENTS, isAgentName, loadAgent } from "../registry.ts";
import type { Agent, Environment } from "./agent.ts";
import type { Dialect } from "./dialect.ts";

/** The dialect in which snapveil answers, and the name of the event. */
export interface Detected {
  readonly dialect: Dialect;
  /** The event's name as the agent spells it; "" if neither the payload nor `--event` names it. */
  readonly wireName: string;
}

/**
 * Chooses the dialect of a payload. `--agent` decides, unless an agent that also runs the named agent's registrations
 * (`runsToo`) sent the payload. Without `--agent` the payload decides, and environment variables if several agents send
 * the same form.
 */
export async function detectDialect(
  raw: JsonObject,
  given: { agent?: string; event?: string },
  env: Environment,
): Promise<Detected> {
  const dialect = await dialectOf(raw, given, env);
  return { dialect, wireName: dialect.eventName(raw, given.event) };
}

async function dialectOf(
  raw: JsonObject,
  { agent, event }: { agent?: string; event?: string },
  env: Environment,
): Promise<Dialect> {
  const wireName = asString(raw["hook_event_name"]) || event || "";
  if (agent === undefined || !isAgentName(agent))
    return (await recognise(raw, wireName, env)) ?? loadAgent(unknownOf(wireName));
  const callers = AGENT_NAMES.filter((name) => name === agent || AGENTS[name].runsToo?.includes(agent));
  const recognised = callers.length > 1 ? await recognise(raw, wireName, env, callers) : undefined;
  return recognised ?? loadAgent(agent);
}

/**
 * The dialect of a payload that no agent claims: `claude-like` if its event is in PascalCase; otherwise docker-agent's,
 * because a person who tries a hook by hand writes docker-agent's form.
 */
function unknownOf(wireName: string): AgentName {
  return /^[A-Z]/.test(wireName) ? "claude-like" : "docker-agent";
}

/**
 * Finds the agent that sent a payload, by `owns`, then by `variable`, then by `resembles`; `undefined` if none fits.
 * Agents are loaded one by one, so most payloads load only the first few.
 * @param wireName the event's name, from the payload or from `--event`
 * @param env decides only between agents with the same form of payload, because an agent that another agent started
 * inherits its variables
 */
export async function recognise(
  raw: JsonObject,
  wireName: string,
  env: Environment,
  among: readonly string[] = AGENT_NAMES,
): Promise<Agent | undefined> {
  const asked: Agent[] = [];
  for (const name of among) {
    const agent = await loadAgent(name);
    if (agent.owns?.(raw, wireName, env)) return agent;
    asked.push(agent);
  }
  const isAlike = /^[A-Z]/.test(asString(raw["hook_event_name"]) ?? "");
  return (
    (isAlike ? asked.find(({ variable }) => variable !== undefined && env[variable]) : undefined) ??
    asked.find(({ resembles }) => resembles?.(raw, wireName))
  );
}
