import type { JsonObject } from "../../kit/json.ts";
import type { Entry, Format } from "./config-file.ts";
import { jsonHooks, type JsonHooks } from "./json-hooks.ts";

interface Group {
  /** The pattern of tools; written only for events of a tool call. */
  readonly matcher?: string;
  /** The agent reads the timeout in milliseconds; otherwise in seconds. */
  readonly milliseconds?: boolean;
  readonly more?: JsonObject;
}

/**
 * A group of hooks, `{matcher, hooks: [{type, command, timeout}]}`, in the form that a dozen agents share with Claude
 * Code.
 */
export function group(entry: Entry, { matcher, milliseconds = false, more }: Group): JsonObject {
  const { command, seconds, isTool, env, closing } = entry;
  const timeout = milliseconds ? seconds * 1000 : seconds;
  return {
    ...(matcher !== undefined && isTool && { matcher }),
    hooks: [{ type: "command", ...more, command, timeout, ...closing, ...(env && { env: { ...env } }) }],
  };
}

/** A JSON file with groups of hooks at the path `at`, by default under `hooks`. */
export function groups({ at = ["hooks"], ...rest }: Group & Partial<Pick<JsonHooks, "at">>) {
  return (events: readonly string[]): Format => jsonHooks({ events, at, item: (entry) => group(entry, rest) });
}

/** Maps each event to the list of its items, for a file whose whole content is snapveil's. */
export function byEvent(entries: readonly Entry[], item: (entry: Entry) => JsonObject): JsonObject {
  const events = [...new Set(entries.map(({ event }) => event))];
  return Object.fromEntries(events.map((event) => [event, entries.filter((entry) => entry.event === event).map(item)]));
}
