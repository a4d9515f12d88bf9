import { isObject, type Json, restoreNumbers } from "../../kit/json.ts";

/**
 * The most characters of a text that replaces a tool's output. Gemini CLI cuts a tool's output to this length but does
 * not cut a hook's replacement (600,000 characters reached the model in a live test).
 */
const LIMIT = 40_000;

/** A tool's output as the reason of a refusal that replaces the output: no agent gets an empty reason. */
export function outputAsReason(value: Json): string {
  return textOfOutput(value) || "(no output)";
}

/**
 * A tool's output as one text, for agents that take no JSON as an output: a string stays as it is, the texts of message
 * parts are put on lines of their own, any other value is printed as JSON.
 */
export function textOfOutput(value: Json): string {
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

/** Cuts the middle out of a text longer than `LIMIT` and puts a line with the number of missing characters there. */
export function clip(text: string): string {
  if (text.length <= LIMIT) return text;
  const half = LIMIT / 2;
  return `${text.slice(0, half)}\n[${text.length - LIMIT} characters left out]\n${text.slice(-half)}`;
}
