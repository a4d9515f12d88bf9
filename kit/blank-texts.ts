import { isObject, type Json } from "./json.ts";

/**
 * The same shape with every text replaced: some agents drop an answer of another shape, and with it the withholding.
 */
export function blankTexts(value: Json, text: string, depth = 0): Json {
  if (typeof value === "string") return value === "" ? "" : text;
  if (depth > 100) return text; // deeper than any tool's answer; the recursion must not be what fails next
  if (Array.isArray(value)) return value.map((item) => blankTexts(item, text, depth + 1));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, blankTexts(item, text, depth + 1)]));
  return value;
}
