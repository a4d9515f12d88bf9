import type { JsonObject } from "../../kit/json.ts";
import type { Entry, Format } from "./config-file.ts";
import { jsonHooks, type JsonHooks } from "./json-hooks.ts";

interface Group {
  /** The group's `matcher`, which only the events of a tool call have. */
  readonly matcher?: string;
  /** The timeout is given in milliseconds. */
  readonly milliseconds?: boolean;
  readonly more?: JsonObject;
}

/** `{matcher, hooks: [{type, command, timeout}]}`, as a dozen agents took it over from Claude Code. */
export function group(entry: Entry, { matcher, milliseconds = false, more }: Group): JsonObject {
  const { command, seconds, isTool, env, closing } = entry;
  const timeout = milliseconds ? seconds * 1000 : seconds;
  return {
    ...(matcher !== undefined && isTool && { matcher }),
    hooks: [{ type: "command", ...more, command, timeout, ...closing, ...(env && { env: { ...env } }) }],
  };
}

/** Groups under `hooks`, or at the path `at`. */
export function groups({ at = ["hooks"], ...rest }: Group & Partial<Pick<JsonHooks, "at">>) {
  return (events: readonly string[]): Format => jsonHooks({ events, at, item: (entry) => group(entry, rest) });
}

/** The lists of a file that is ours as a whole: event → items. */
export function byEvent(entries: readonly Entry[], item: (entry: Entry) => JsonObject): JsonObject {
  const events = [...new Set(entries.map(({ event }) => event))];
  return Object.fromEntries(events.map((event) => [event, entries.filter((entry) => entry.event === event).map(item)]));
}
