import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { startedBy } from "./block-destructive/started-files.ts";
import type { Call } from "./call.ts";
import { callView } from "../call/call-view.ts";

const NAMES_FORGE = /\b(?:git|gh|glab)\b/i;

/**
 * Denies a call of the shell that would commit, stash, push or post a secret that the history does not contain yet.
 * Most calls name neither git nor a client of a forge, and load nothing more.
 */
export default async function scanCommit(event: CallEvent, call: Call): Promise<Outcome> {
  const { kind, shell } = callView(event);
  if (event.toolInput === undefined || kind !== "shell") return nothing;
  const names = (texts: readonly string[]) => texts.some((text) => NAMES_FORGE.test(text));
  if (!names(shell.scripts) && !names((await startedBy(event, call.io)) ?? [])) return nothing;
  return (await import("./commit-gate/judge-commit.ts")).judgeCommit(event, call);
}
