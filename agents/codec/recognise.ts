import { asString, type JsonObject } from "../../kit/json.ts";
import { AGENT_NAMES, loadAgent } from "../registry.ts";
import type { Agent, Environment } from "./agent.ts";

/**
 * The agent that a payload comes from, by what each says of its own; `undefined` where none claims it. Agents are
 * loaded one after the other, so most payloads need the first ones only.
 * @param wireName the event's name, from the payload or from `--event`
 * @param env looked at only where payloads are alike: agents started from each other inherit it
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
