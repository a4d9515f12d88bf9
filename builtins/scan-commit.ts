import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Call } from "./call.ts";
import { callView } from "../call/call-view.ts";

/**
 * Denies a call of the shell that would commit, stash or push a secret which the history does not hold yet. Most calls
 * name neither git nor a client of a forge, and nothing more is loaded for them.
 */
export default async function scanCommit(event: CallEvent, call: Call): Promise<Outcome> {
  const { kind, shell } = callView(event);
  if (event.toolInput === undefined || kind !== "shell") return nothing;
  if (!shell.scripts.some((script) => /\b(?:git|gh|glab)\b/i.test(script))) return nothing;
  return (await import("./commit-gate/judge-commit.ts")).judgeCommit(event, call);
}
