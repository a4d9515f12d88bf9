import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import type { Detected } from "../agents/codec/detect-dialect.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { forgetRefusedCall, mayHaveRefusedPaths } from "../session/refused-paths.ts";
import { mayHaveRewritten } from "../session/rewritten-calls.ts";
import { isRefused } from "./deliver-outcome.ts";
import type { OpenedEvents } from "./open-events.ts";
import { runAfterAll } from "./run-steps.ts";
import type { Watch } from "./watch.ts";
import type { Stages } from "./stages.ts";

/** Forgets that a call was refused if it has run since: the person allowed it. */
export async function forgetRefusal(io: Io, { events }: OpenedEvents): Promise<void> {
  const event = events.find(({ name }) => name === "post_tool_use");
  if (!event?.sessionId || event.toolFailed || !mayHaveRefusedPaths(io, event.sessionId)) return;
  forgetRefusedCall(io, { ...event, sessionId: event.sessionId });
}

/** A notice if a call ran with a secret that snapveil had removed from its arguments. */
export async function lostRewrite(io: Io, { events, data }: OpenedEvents, { title }: Dialect): Promise<Outcome> {
  const event = events.find(({ name }) => name === "tool_response_transform" || name === "post_tool_use");
  if (!event || !mayHaveRewritten(data, event.sessionId)) return nothing;
  return (await import("./lost-rewrite.ts")).tellLostRewrite(io, event, title);
}

/** Runs the steps that need the final answer, and keeps a refusal or redaction for `snapveil allow`. */
export async function finishEvent(
  io: Io,
  { raw, detected, work }: Stages,
  sent: Outcome,
  watch: Watch | undefined,
): Promise<void> {
  if (!raw || !detected || !work) return;
  const { last, events, settings } = work;
  const taken = asTaken(sent, detected, raw);
  const isLogged = settings.logRefusals && (isRefused(taken) || sent.objections !== undefined);
  const refusal = isLogged ? await import("./keep-refusal.ts") : undefined;
  const id = refusal?.refusalId(events[0], io);
  await runAfterAll(last, events, io, settings, { outcome: taken, ...(id !== undefined && { id }) }, watch);
  if (refusal && id !== undefined) await refusal.keepRefusal(events, io, settings, { outcome: taken, id });
}

/** The outcome as the agent treats it: a question becomes a refusal if the agent cannot ask the person. */
export function asTaken(sent: Outcome, { dialect, wireName }: Detected, raw: JsonObject): Outcome {
  const { verdict } = sent;
  return verdict?.kind !== "ask" || dialect.asks(wireName, raw)
    ? sent
    : { ...sent, verdict: { ...verdict, kind: "deny" } };
}
