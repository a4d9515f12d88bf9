import { isObject, type Json, restoreNumbers } from "../../kit/json.ts";

/**
 * Gemini CLI shows its model 40,000 characters of a tool's output; a replacement would get past that limit (600,000
 * were seen live).
 */
const LIMIT = 40_000;

/**
 * The text of a tool's output for answers that can carry nothing else: text as it is, the texts of message parts on
 * lines of their own, anything else as JSON.
 */
export function textOf(value: Json): string {
  if (typeof value === "string") return value;
  const parts = isObject(value) && Array.isArray(value["content"]) ? value["content"] : value;
  if (Array.isArray(parts) && parts.length > 0 && parts.every(isObject)) {
    const known = parts.filter((part) => typeof part["text"] === "string" || typeof part["type"] === "string");
    if (known.length === parts.length)
      return parts
        .map((part) => (typeof part["text"] === "string" ? part["text"] : `[${part["type"] as string} left out]`))
        .join("\n");
  }
  return restoreNumbers(JSON.stringify(value));
}

/** The head and the tail of a text that is too long, with a line between them that says so. */
export function clip(text: string): string {
  if (text.length <= LIMIT) return text;
  const half = LIMIT / 2;
  return `${text.slice(0, half)}\n[${text.length - LIMIT} characters left out]\n${text.slice(-half)}`;
}
