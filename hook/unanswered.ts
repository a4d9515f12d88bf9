import { deliver } from "../agents/codec/deliver.ts";
import { detectDialect, type Detected } from "../agents/codec/detect-dialect.ts";
import type { Reply } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import { salvage } from "../agents/codec/salvage.ts";
import { isGuarded } from "../builtins/planned.ts";
import { builtinNamed } from "../builtins/registry.ts";
import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import { UserError } from "../kit/user-error.ts";
import { DEFAULT_SETTINGS } from "../worktree/settings.ts";
import type { HookRequest } from "./dispatch.ts";
import { failedOutcome } from "./failed-outcome.ts";
import { faultInRequest } from "./plan.ts";

/**
 * A bug, or input beyond what can be answered, such as nesting too deep to write out: what was to be guarded is not let
 * through.
 * @param ending what is to know the answer
 */
export async function withheld(
  request: HookRequest,
  raw: JsonObject,
  { dialect, wireName }: Detected,
  error: unknown,
  ending?: (sent: Outcome) => Promise<void>,
): Promise<Reply> {
  const events = dialect.decode(raw, wireName);
  const guarded = guards(request, events) ? events.find(({ name }) => isGuarded(name, DEFAULT_SETTINGS)) : undefined;
  const outcome = failedOutcome(
    { name: "the hook", failure: guarded ? "closed" : "open" },
    guarded ?? events[0],
    error,
  );
  const sent = deliver(outcome, dialect.carries(wireName, raw, DEFAULT_SETTINGS), dialect.title);
  await ending?.(sent);
  return dialect.encode(sent, wireName, raw);
}

/**
 * Fails closed where something that guards was asked for, by name or through the event's profile.
 * @param known the dialect, or an input of which what can be read is to tell it
 */
export async function unanswered(
  request: HookRequest,
  known: Detected | { readonly text: string; readonly env: Io["env"] },
  error: unknown,
): Promise<Reply> {
  if ("text" in known && known.text.trim() === "") {
    // No agent sends an empty event: a person tries the line, and hears of a mistake in it rather than of the event.
    const fault = await faultInRequest(request);
    if (fault) return { stdout: "", stderr: `snapveil: ${fault}\n`, exitCode: 2, isUnread: true };
  }
  const { dialect, wireName } = "text" in known ? await detectDialect(salvage(known.text), request, known.env) : known;
  // A parser's message quotes its input, which may hold a secret.
  const why =
    error instanceof SyntaxError ? "it is not valid JSON." : error instanceof Error ? error.message : String(error);
  const sentence = error instanceof UserError ? error.message : new UserError("badStdin", [why]).message;
  return {
    ...dialect.encodeUnreadable(`snapveil: ${sentence}\n`, guards(request, dialect.decode({}, wireName)), wireName),
    isUnread: true,
  };
}

/** Whether failing open would be wrong. A name that is not known may be a guard's, spelled wrong. */
function guards({ builtin }: HookRequest, events: readonly HookEvent[]): boolean {
  const known = builtin === undefined ? undefined : builtinNamed(builtin);
  return known ? known.failure === "closed" : events.some(({ name }) => isGuarded(name, DEFAULT_SETTINGS));
}
