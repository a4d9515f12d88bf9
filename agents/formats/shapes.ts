import type { JsonObject } from "../../kit/json.ts";
import type { Entry, Format } from "./config-file.ts";
import { jsonHooks, type JsonHooks } from "./json-hooks.ts";

export const SECONDS = () => 1000;
export const MILLISECONDS = () => 1;

/** `{matcher, hooks: [{type, command, timeout}]}`, as a dozen agents took it over from Claude Code. */
export function group(
  entry: Entry,
  { matcher, timeout = entry.seconds, more = {} }: { matcher?: string; timeout?: number; more?: JsonObject },
): JsonObject {
  return {
    ...(matcher !== undefined && entry.isTool && { matcher }),
    hooks: [{ type: "command", ...more, command: entry.command, timeout }],
  };
}

/** Groups under `hooks`, with a timeout in seconds. */
export function groupsUnderHooks(
  events: readonly string[],
  matcher: string | undefined,
  more: Partial<JsonHooks> = {},
): Format {
  return jsonHooks({
    events,
    at: ["hooks"],
    item: (entry) => group(entry, { ...(matcher !== undefined && { matcher }) }),
    ...more,
  });
}

/** The lists of a file that is ours as a whole: event → items. */
export function byEvent(entries: readonly Entry[], item: (entry: Entry) => JsonObject): JsonObject {
  const events = [...new Set(entries.map(({ event }) => event))];
  return Object.fromEntries(events.map((event) => [event, entries.filter((entry) => entry.event === event).map(item)]));
}
