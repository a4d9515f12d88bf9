import { asNumber, asString, isObject, type Json, type JsonObject } from "../../kit/json.ts";
import type { Registered } from "./config-file.ts";
import { ownerOf } from "./own-line.ts";

/** A command that starts snapveil, and its path in the parsed file. */
export interface RegisteredAt extends Registered {
  readonly path: readonly (string | number)[];
}

/** A command that the agent runs for an event, whoever wrote it. */
export interface Hook extends Registered {
  /** The agent's pattern of tools for which the command runs. */
  readonly matcher?: string;
  /** `enabled: false` or `disabled: true` beside the command or above it switches the command off. */
  readonly isOff?: true;
  /** The agent does not wait for the command, so the command's answer has no effect. */
  readonly isAsync?: true;
}

const COMMAND_KEYS = ["command", "bash"];
const TIMEOUT_KEYS = ["timeout", "timeoutSec", "timeout_ms"];
/** Keys by which some agents name the event beside a command. */
const EVENT_KEYS = ["event", "trigger", "type"];

/**
 * Finds every object with a command that starts snapveil. Its event is the command's own `--event`, else the value of
 * an event key beside the command or above it, else the nearest key above it that is an event's name.
 * @param events the wire names of all events of the agent
 */
export function findCommands(value: Json | undefined, events: ReadonlySet<string>): RegisteredAt[] {
  const found: RegisteredAt[] = [];
  visitCommands(value, events, (place) => {
    if (ownerOf(place.command)) found.push(place);
  });
  return found;
}

/**
 * Finds every command that belongs to an event, whoever wrote it, and also snapveil's commands that belong to no named
 * event.
 */
export function findHooks(value: Json | undefined, events: ReadonlySet<string>): Hook[] {
  const found: Hook[] = [];
  visitCommands(value, events, (place, { matcher, isOff, isAsync }) => {
    if (place.event === "" && !ownerOf(place.command)) return; // a command of an MCP server or a status line
    found.push({
      ...place,
      ...(matcher !== undefined && { matcher }),
      ...(isOff && { isOff: true as const }),
      ...(isAsync && { isAsync: true as const }),
    });
  });
  return found;
}

/** Values of the objects around a command that apply to it. */
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

/** The target of an entry without a command: the URL, or the server and tool of MCP. */
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
