import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Call } from "./call.ts";
import { shellArguments } from "../shell/shell-arguments.ts";
import { toolKind } from "./tool-kind.ts";

/**
 * Denies a call of the shell that would commit, stash or push a secret which the history does not hold yet. Most calls
 * name neither git nor a client of a forge, and nothing more is loaded for them.
 */
export default async function scanCommit(event: CallEvent, call: Call): Promise<Outcome> {
  const { toolInput, toolName, toolCategory } = event;
  if (toolInput === undefined || toolKind(toolName, toolCategory, toolInput) !== "shell") return nothing;
  if (!shellArguments(toolInput).scripts.some((script) => /\b(?:git|gh|glab)\b/i.test(script))) return nothing;
  return (await import("./commit-gate/judge-commit.ts")).judgeCommit(event, call);
}
