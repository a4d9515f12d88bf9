import { closingQuote, type JsonObject } from "../../kit/json.ts";

/**
 * The texts at the top of an object that could not be parsed, cut off or broken as it is: enough to tell whose event it
 * was and which. Escapes are left as they are; of a key that stands there twice the first counts. Linear, never throws.
 */
export function salvage(text: string): JsonObject {
  if (!/^\s*\{/.test(text)) return {};
  const found = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const end = closingQuote(text, at);
      if (end === text.length) break;
      const word = text.slice(at + 1, end);
      at = end;
      if (depth !== 1) continue;
      if (key === undefined) {
        key = word;
        continue;
      }
      if (!found.has(key)) found.set(key, word);
    } else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    else if (letter === "," && depth === 1) key = undefined;
  }
  return Object.fromEntries(found);
}
