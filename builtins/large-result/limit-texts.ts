import { isObject, type Json, type JsonObject } from "../../kit/json.ts";

/** Limits a text; a text that is short enough comes back as it is. */
type Limit = (text: string) => Promise<string>;

/** Fields in which tools answer with text; other fields hold pictures, paths, and text for the agent alone. */
const SHOWN = /^(?:stdout|stderr|output|content|text|result|error|(?:aggregated|formatted)_output)$/;
const PICTURE = /^data:[\w/+.-]+;base64,/;
/** Levels of an output's value: no tool's answer has its text deeper. */
const DEEPEST = 5;

/**
 * A tool's answer in its own shape with every long text replaced; the same reference if none is. The texts of
 * message parts are one text.
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
 * Message parts within one limit. The first part gets the whole rest; an empty part, which some models refuse, is left
 * out if there is another.
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

/** Changes items one after the other: each may have to be searched. */
async function eachOf<T>(items: readonly T[], change: (item: T) => Json | Promise<Json>): Promise<Json[]> {
  const changed: Json[] = [];
  for (const item of items) changed.push(await change(item));
  return changed;
}

function replaced(before: Json[], after: Json[]): Json[] {
  return after.every((item, index) => item === before[index]) ? before : after;
}
