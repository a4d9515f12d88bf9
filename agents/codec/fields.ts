import { asNumber, asString, isObject, type Json, type JsonObject, parseLossless } from "../../kit/json.ts";
import type { EventFields } from "./hook-event.ts";

/** Field → its path in a payload: `tool_info.cwd`, or several such paths, of which the first that is there counts. */
type Paths<Field extends string> = Partial<Record<Field, string | readonly string[]>>;

/**
 * Characters of a path that some system takes. The search for a longer one would look up each folder on its way in
 * vain.
 */
const LONGEST_PATH = 32_768;

/** Fields that are not just any text. A value of the wrong type counts as missing. */
const FITS: Readonly<Record<string, (value: Json) => boolean>> = {
  cwd: (value) => Boolean(asString(value)) && (value as string).length < LONGEST_PATH,
  roots: (value) =>
    Array.isArray(value) && value.every((path) => Boolean(asString(path)) && (path as string).length < LONGEST_PATH),
  toolInput: (value) => value !== null,
  toolResponse: (value) => value !== null,
  messages: Array.isArray,
  iteration: (value) => asNumber(value) !== undefined,
  usage: isObject,
  cost: (value) => asNumber(value) !== undefined,
  inputTokens: (value) => asNumber(value) !== undefined,
  outputTokens: (value) => asNumber(value) !== undefined,
  contextLimit: (value) => asNumber(value) !== undefined,
  toolFailed: (value) => value === true,
};

/** The canonical fields that a payload has. */
export function fields(raw: JsonObject, paths: Paths<keyof EventFields>): EventFields {
  return pick(raw, paths) as EventFields;
}

/** The fields that an object has; a missing one leaves no key behind, and neither does an empty text. */
export function pick(raw: JsonObject, paths: Paths<string>): JsonObject {
  const found: JsonObject = {};
  for (const [field, path = []] of Object.entries(paths)) {
    const fits = FITS[field] ?? ((value: Json) => Boolean(asString(value)));
    const values = (typeof path === "string" ? [path] : path).map((one) => valueAt(raw, one));
    const value = values.find((one) => one !== undefined && fits(one));
    if (value !== undefined) found[field] = value;
  }
  return found;
}

/** The value at a path such as `workspace_roots.0`. */
function valueAt(raw: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = raw;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** A value that some releases send as JSON text and others as it is. */
export function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== "string") return value ?? undefined;
  try {
    return parseLossless(value).value;
  } catch {
    return value;
  }
}

/** An object of the payload, or an empty one. */
export function objectAt(raw: JsonObject, key: string): JsonObject {
  const value = raw[key];
  return isObject(value) ? value : {};
}

/** The objects of a list; anything else in it is left out. */
export function objectsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The arguments of all calls of a batch, in the form of one call that runs all of them in a row. */
export function inputsOf(calls: readonly JsonObject[]): JsonObject {
  return { commands: calls.map((call) => call["tool_input"] ?? null) };
}

/** The fields that a dozen agents, and our own plugins, took over from Claude Code under the same names. */
export const CLAUDE_FIELDS = {
  sessionId: "session_id",
  cwd: "cwd",
  promptId: "prompt_id",
  toolName: "tool_name",
  toolUseId: "tool_use_id",
  prompt: "prompt",
  toolInput: "tool_input",
  toolResponse: "tool_response",
  finalText: "last_assistant_message",
} as const;

export function claudeFields(raw: JsonObject, wireName: string): EventFields {
  const toolResponse = wireName === "PostToolUseFailure" ? "error" : CLAUDE_FIELDS.toolResponse;
  return { ...fields(raw, { ...CLAUDE_FIELDS, toolResponse }), ...goingOn(raw) };
}

/**
 * SessionStart comes once more after the conversation was summarized, in the middle of a turn, too, and when the
 * session is resumed.
 */
export function goingOn({ source }: JsonObject): EventFields {
  if (source === "compact") return { goesOn: true };
  return source === "resume" || source === "fork" ? { isTakenUp: true } : {};
}

/** Whether events and fields are named as Claude Code's are; Grok Build and Cursor repeat them beside their own. */
export function isClaudeShaped(raw: JsonObject): boolean {
  const isNamed = /^[A-Z]/.test(asString(raw["hook_event_name"]) ?? "");
  return isNamed && !("hookEventName" in raw || "cursor_version" in raw || "conversation_id" in raw);
}

/** The path of the session's transcript, with the separators of POSIX. */
export function transcriptOf(raw: JsonObject): string {
  return (asString(raw["transcript_path"]) ?? "").replaceAll("\\", "/");
}
