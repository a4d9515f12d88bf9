import { asNumber, asString, isObject, type Json } from "../../kit/json.ts";
import type { Registered } from "./config-file.ts";
import { ownerOf } from "./command-line.ts";

/** Where one of our commands stands in a value. */
export interface Place extends Registered {
  readonly path: readonly (string | number)[];
}

const COMMAND_KEYS = ["command", "bash"];
const TIMEOUT_KEYS = ["timeout", "timeoutSec", "timeout_ms"];
/** Keys under which some agents write an event's name beside its command. */
const EVENT_KEYS = ["event", "trigger", "type"];

/**
 * Every object with a command that starts snapveil. The event is what the command itself says, else such a key, else
 * the nearest key on the way there that is an event's name.
 * @param events all of the agent's events
 */
export function findCommands(value: Json | undefined, events: ReadonlySet<string>): Place[] {
  const found: Place[] = [];
  visit(value, [], { event: "" });
  return found;

  function visit(node: Json | undefined, path: (string | number)[], outer: { event: string; timeout?: number }): void {
    if (Array.isArray(node)) {
      node.forEach((item, index) => visit(item, [...path, index], outer));
    } else if (isObject(node)) {
      const said = EVENT_KEYS.map((key) => asString(node[key])).find((name) => name !== undefined && events.has(name));
      const timeout =
        TIMEOUT_KEYS.map((key) => asNumber(node[key])).find((number) => number !== undefined) ?? outer.timeout;
      const own = { event: said ?? outer.event, ...(timeout !== undefined && { timeout }) };
      const command = COMMAND_KEYS.map((key) => asString(node[key])).find((text) => text !== undefined);
      if (command !== undefined && ownerOf(command)) {
        const [, named = ""] = /\s--event[ =](\w+)/.exec(command) ?? [];
        found.push({ ...own, ...(events.has(named) && { event: named }), command, path, ...envOf(node["env"]) });
      }
      for (const [key, item] of Object.entries(node))
        visit(item, [...path, key], events.has(key) ? { ...own, event: key } : own);
    }
  }
}

function envOf(env: Json | undefined): { env?: Record<string, string> } {
  if (!isObject(env)) return {};
  return {
    env: Object.fromEntries(
      Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    ),
  };
}
