import { asString, isObject, type JsonObject } from "../kit/json.ts";
import type { DialectName } from "./dialects/registry.ts";

/**
 * Whose payload this is: PascalCase event names are Claude Code's family, anything else is docker-agent's,
 * which is also how hooks are tried by hand.
 * @param wireName the event's name, from the payload or from `--event`
 */
export function detectDialect(raw: JsonObject, wireName: string): DialectName {
  if (!/^[A-Z][A-Za-z]*$/.test(wireName)) return "docker-agent";
  return isClaudeCode(raw) ? "claude-code" : "claude-like";
}

/** What only Claude Code sends; the names of its events and fields are shared by a dozen agents. */
function isClaudeCode(raw: JsonObject): boolean {
  const transcript = asString(raw["transcript_path"]) ?? "";
  const prompt = asString(raw["prompt_id"]) ?? "";
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(prompt) || isObject(raw["effort"]) || /[/\\]\.claude[/\\]projects[/\\]/.test(transcript);
}
