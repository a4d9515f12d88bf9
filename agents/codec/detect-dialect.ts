import { asString, type JsonObject } from "../../kit/json.ts";
import { AGENT_NAMES, type AgentName, AGENTS, isAgentName, loadAgent } from "../registry.ts";
import type { Agent, Environment } from "./agent.ts";
import type { Dialect } from "./dialect.ts";

/** The agent that is answered, and its events. */
export interface Detected {
  readonly dialect: Dialect;
  /** The event's name as the agent spells it; "" if neither the payload nor `--event` names it. */
  readonly wireName: string;
}

/**
 * The agent of a payload: `--agent` decides, unless the payload is that of an agent which runs the named agent's
 * registrations as well; without `--agent` the payload decides, and the environment if payloads look alike.
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

/** docker-agent's form is also how hooks are tried by hand. */
function unknownOf(wireName: string): AgentName {
  return /^[A-Z]/.test(wireName) ? "claude-like" : "docker-agent";
}

/**
 * The agent that a payload comes from, by the agents' own tests; `undefined` if none claims it. Agents are loaded one
 * after the other, so most payloads need the first ones only.
 * @param wireName the event's name, from the payload or from `--event`
 * @param env looked at only if payloads are alike: agents started from each other inherit it
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
