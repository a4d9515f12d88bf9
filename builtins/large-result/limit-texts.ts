import { isObject, type Json, type JsonObject } from "../../kit/json.ts";

/** Shortens a text; a text that is short enough comes back unchanged. */
type Limit = (text: string) => Promise<string>;

/**
 * Keys of a tool's output that hold text for the model; other keys hold pictures, paths, or text for the agent alone.
 */
const SHOWN = /^(?:stdout|stderr|output|content|text|result|error|(?:aggregated|formatted)_output)$/;
const PICTURE = /^data:[\w/+.-]+;base64,/;
/** How deep the value of an output is searched for texts; no tool nests its text deeper. */
const DEEPEST = 5;

/**
 * A copy of a tool's output in which every long text is shortened; the unchanged object if no text is too long. The
 * texts of a message's parts are shortened together.
 */
export async function limitTexts(value: Json, limit: Limit, depth = 0): Promise<Json> {
  if (typeof value === "string") return limit(value);
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const texts = value.filter(isTextPart).map(({ text }) => text);
    if (texts.length > 1) return limitParts(value, texts.join("\n"), limit);
    return replaced(value, await eachOf(value, (item) => (isObject(item) ? limitTexts(item, limit, depth + 1) : item)));
  }
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const items = await eachOf(keys, (key) => {
    const item = value[key]!;
    if (typeof item !== "string") return limitTexts(item, limit, depth + 1);
    return SHOWN.test(key) && !PICTURE.test(item) ? limit(item) : item;
  });
  const isSame = keys.every((key, index) => items[index] === value[key]);
  return isSame ? value : Object.fromEntries(keys.map((key, index) => [key, items[index]!]));
}

/**
 * Shortens message parts together. The first text part gets the whole shortened text, and the others are removed, since
 * some models refuse an empty part.
 */
async function limitParts(parts: readonly Json[], text: string, limit: Limit): Promise<Json> {
  const limited = await limit(text);
  if (limited === text) return parts as Json[];
  const first = parts.findIndex(isTextPart);
  return parts
    .map((part, index) => (index === first ? { ...(part as JsonObject), text: limited } : part))
    .filter((part, index) => index === first || !isTextPart(part));
}

function isTextPart(part: Json): part is JsonObject & { text: string } {
  return isObject(part) && typeof part["text"] === "string";
}

/** Changes items one after the other, since each may be searched for secrets. */
async function eachOf<T>(items: readonly T[], change: (item: T) => Json | Promise<Json>): Promise<Json[]> {
  const changed: Json[] = [];
  for (const item of items) changed.push(await change(item));
  return changed;
}

function replaced(before: Json[], after: Json[]): Json[] {
  return after.every((item, index) => item === before[index]) ? before : after;
}
