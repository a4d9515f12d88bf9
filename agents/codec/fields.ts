import { asNumber, asString, isObject, type Json, type JsonObject, parseLossless } from "../../kit/json.ts";
import type { EventFields } from "./hook-event.ts";

/**
 * Field → its path in a payload, such as `tool_info.cwd`; or several paths, of which the first with a fitting value is
 * used.
 */
type Paths<Field extends string> = Partial<Record<Field, string | readonly string[]>>;

/**
 * No system takes a path of this many characters. A longer one is ignored, because a lookup of each of its parent
 * folders would find nothing.
 */
const LONGEST_PATH = 32_768;

/** The test of each field that is not a non-empty string. A value that fails its test is treated as missing. */
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

/** Reads the canonical fields of a payload. */
export function fields(raw: JsonObject, paths: Paths<keyof EventFields>): EventFields {
  return pick(raw, paths) as EventFields;
}

/**
 * Reads fields of an object. A field without a fitting value is not in the result; an empty string fits no field of
 * text.
 */
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

/**
 * The parsed value of a text that is JSON; any other value is returned unchanged. For fields that some releases of an
 * agent send as JSON text and other releases as a value.
 */
export function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== "string") return value ?? undefined;
  try {
    return parseLossless(value).value;
  } catch {
    return value;
  }
}

/** The object at a key of the payload; `{}` if the value is no object. */
export function objectAt(raw: JsonObject, key: string): JsonObject {
  const value = raw[key];
  return isObject(value) ? value : {};
}

/** The objects in a list; `[]` if the value is no list. */
export function objectsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The arguments of all calls of a batch, as the arguments of one call that runs the commands in sequence. */
export function inputsOf(calls: readonly JsonObject[]): JsonObject {
  return { commands: calls.map((call) => call["tool_input"] ?? null) };
}

/** Claude Code's names of fields. A dozen agents and snapveil's own plugins use them, too. */
export const CLAUDE_FIELDS = {
  sessionId: "session_id",
  cwd: "cwd",
  promptId: "prompt_id",
  speaker: "agent_id",
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
 * The meaning of a repeated `SessionStart`: Claude Code also sends it after it summarized the conversation, even in the
 * middle of a turn (`goesOn`), and when a session is resumed or forked (`isTakenUp`).
 */
export function goingOn({ source }: JsonObject): EventFields {
  if (source === "compact") return { goesOn: true };
  return source === "resume" || source === "fork" ? { isTakenUp: true } : {};
}

/**
 * Whether a payload has Claude Code's names of events and fields and no others. Grok Build and Cursor send these names
 * beside their own.
 */
export function isClaudeShaped(raw: JsonObject): boolean {
  const isNamed = /^[A-Z]/.test(asString(raw["hook_event_name"]) ?? "");
  return isNamed && !("hookEventName" in raw || "cursor_version" in raw || "conversation_id" in raw);
}

/** The path of the session's transcript, with slashes for backslashes; "" if the payload has none. */
export function transcriptOf(raw: JsonObject): string {
  return (asString(raw["transcript_path"]) ?? "").replaceAll("\\", "/");
}
