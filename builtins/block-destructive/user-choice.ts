import { isNamed } from "../../kit/glob.ts";
import type { DestructiveSettings } from "../../worktree/settings.ts";
import type { Wanted } from "./parse-arguments.ts";
import type { Rule } from "./rule.ts";

/** A pattern of the settings is a rule's name, or how a command begins, in whole words; `*` and `?` as in a glob. */
function isMeant(pattern: string, command: string, rule?: string): boolean {
  return pattern === rule || isNamed(pattern, command) || isNamed(`${pattern} *`, command);
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
