import { asNumber, asString, isObject, type Json, type JsonObject } from "../../kit/json.ts";
import type { Registered } from "./config-file.ts";
import { ownerOf } from "./own-line.ts";

/** The place of one of snapveil's commands in a value. */
export interface RegisteredAt extends Registered {
  readonly path: readonly (string | number)[];
}

/** A command that the agent starts for one of its events, whoever wrote it. */
export interface Hook extends Registered {
  /** The tools that the command is for, as the agent has it. */
  readonly matcher?: string;
  /** A key beside the command switches it off. */
  readonly isOff?: true;
  /** The agent does not wait for the command, so its answer changes nothing. */
  readonly isAsync?: true;
}

const COMMAND_KEYS = ["command", "bash"];
const TIMEOUT_KEYS = ["timeout", "timeoutSec", "timeout_ms"];
/** Keys under which some agents write an event's name beside its command. */
const EVENT_KEYS = ["event", "trigger", "type"];

/**
 * Every object with a command that starts snapveil. The event is the command's own argument, else the value of an
 * event's key beside it, else the nearest key on the way there that is an event's name.
 * @param events all of the agent's events
 */
export function findCommands(value: Json | undefined, events: ReadonlySet<string>): RegisteredAt[] {
  const found: RegisteredAt[] = [];
  visitCommands(value, events, (place) => {
    if (ownerOf(place.command)) found.push(place);
  });
  return found;
}

/** Every command below an event's name, snapveil's and others'; snapveil's also if no event is named. */
export function findHooks(value: Json | undefined, events: ReadonlySet<string>): Hook[] {
  const found: Hook[] = [];
  visitCommands(value, events, (place, { matcher, isOff, isAsync }) => {
    if (place.event === "" && !ownerOf(place.command)) return; // a server's or a status line's
    found.push({
      ...place,
      ...(matcher !== undefined && { matcher }),
      ...(isOff && { isOff: true as const }),
      ...(isAsync && { isAsync: true as const }),
    });
  });
  return found;
}

/** The surroundings of a command, as they are handed down. */
interface Around {
  readonly event: string;
  readonly timeout?: number;
  readonly matcher?: string | undefined;
  readonly isOff?: boolean;
  readonly isAsync?: boolean;
}

function visitCommands(
  value: Json | undefined,
  events: ReadonlySet<string>,
  tell: (place: RegisteredAt, around: Around) => void,
): void {
  visit(value, [], { event: "" });

  function visit(node: Json | undefined, path: (string | number)[], outer: Around): void {
    if (Array.isArray(node)) {
      node.forEach((item, index) => visit(item, [...path, index], outer));
    } else if (isObject(node)) {
      const said = EVENT_KEYS.map((key) => asString(node[key])).find((name) => name !== undefined && events.has(name));
      const timeout =
        TIMEOUT_KEYS.map((key) => asNumber(node[key])).find((number) => number !== undefined) ?? outer.timeout;
      const own = { event: said ?? outer.event, ...(timeout !== undefined && { timeout }) };
      const matcher = asString(node["matcher"]) ?? outer.matcher;
      const isOff = outer.isOff || node["enabled"] === false || node["disabled"] === true;
      const around: Around = { ...own, matcher, isOff, isAsync: node["async"] === true };
      const command =
        COMMAND_KEYS.map((key) => asString(node[key])).find((text) => text !== undefined) ?? askedIn(node);
      if (command !== undefined) {
        const [, named = ""] = ownerOf(command) ? (/\s--event[ =](\w+)/.exec(command) ?? []) : [];
        const event = events.has(named) ? named : own.event;
        tell({ ...own, event, command, path, object: node, ...envOf(node["env"]) }, around);
      }
      for (const [key, item] of Object.entries(node))
        visit(item, [...path, key], events.has(key) ? { ...around, event: key } : around);
    }
  }
}

/** The URL or the tool of a server that an entry names in the place of a command. */
function askedIn(node: JsonObject): string | undefined {
  if (node["type"] === "http") return asString(node["url"]);
  const tool = node["type"] === "mcp_tool" ? asString(node["tool"]) : undefined;
  return tool && [asString(node["server"]), tool].filter(Boolean).join("/");
}

function envOf(env: Json | undefined): { env?: Record<string, string> } {
  if (!isObject(env)) return {};
  return {
    env: Object.fromEntries(
      Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    ),
  };
}
