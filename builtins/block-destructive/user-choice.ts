import type { DestructiveSettings } from "../../worktree/settings.ts";
import type { Wanted } from "./parse-arguments.ts";
import type { Rule } from "./rule.ts";

/**
 * Whether a rule's name or a command is meant by a pattern of the settings: a rule's name, or how the command begins,
 * in whole words, where `*` stands for any text.
 */
function isMeant(pattern: string, command: string, rule?: string): boolean {
  if (pattern === rule) return true;
  const [first = "", ...rest] = pattern.split("*");
  if (!command.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = command.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return pattern.endsWith("*") || at === command.length || command[at] === " ";
}

/**
 * What the user wants done about a command that a rule matched, or that only a pattern names; `undefined`: let it
 * pass.
 */
export function chosenFor(
  command: string,
  rule: Rule | undefined,
  { level, verdict }: Wanted,
  settings: DestructiveSettings,
): "ask" | "deny" | undefined {
  const named = (patterns: readonly string[]) => patterns.some((pattern) => isMeant(pattern, command, rule?.name));
  if (named(settings.deny)) return "deny";
  if (named(settings.ask)) return "ask";
  if (!rule || named(settings.allow)) return undefined;
  if (rule.level === "all" && (settings.level ?? level) !== "all") return undefined;
  // What only the settings' level brings in is asked about: the arguments meant the other rules.
  if (rule.level === "all" && level !== "all") return "ask";
  return verdict ?? (rule.level === "catastrophic" ? "deny" : "ask");
}
