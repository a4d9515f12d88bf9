import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { startedBy } from "./block-destructive/started-files.ts";
import type { Call } from "./call.ts";
import { Gate } from "./gates/gate.ts";
import { mayPublish } from "./gates/gates.ts";
import { callView } from "../call/call-view.ts";

/** The words without which a call commits and publishes nothing. */
export const MAY_PUBLISH = new Gate(mayPublish());

/**
 * Denies a call of the shell that would commit, stash, push or post a secret that the history does not contain yet, or
 * publish a package or an image with a secret. Most calls name no program that does, and load nothing more.
 */
export default async function scanCommit(event: CallEvent, call: Call): Promise<Outcome> {
  const { kind, shell } = callView(event);
  if (event.toolInput === undefined || kind !== "shell") return nothing;
  const names = (texts: readonly string[]) => texts.some((text) => MAY_PUBLISH.test(text));
  const started = names(shell.scripts) ? undefined : await startedBy(event, call.io);
  if (started !== undefined && !names(started)) return nothing;
  return (await import("./commit-gate/judge-commit.ts")).judgeCommit(event, call);
}
