import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import { deliver } from "../agents/codec/deliver.ts";
import type { Detected } from "../agents/codec/detect-dialect.ts";
import type { Capabilities } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { questionOf, merge, type Outcome } from "../agents/codec/outcome.ts";
import { keepRefusedPaths } from "../session/refused-paths.ts";
import { mayHaveNote } from "../session/restored-notes.ts";
import { forPerson, notYetSaid, takeUntold, tellLater } from "../session/said.ts";
import { withinCeiling } from "./ceiling.ts";
import type { OpenedEvents } from "./open-events.ts";
import type { Watch } from "./watch.ts";
import { subjectOf, type EventName } from "../agents/codec/events.ts";

/** The event that is answered, and the parts of an outcome that its agent takes. */
export interface ReplyContext {
  readonly raw: JsonObject;
  readonly detected: Detected;
  /** The event's name in the reply; if the payload has none, the home event of the builtin. */
  readonly replyName: string;
  readonly capabilities: Capabilities;
  /** The result of `isOwedNews`. */
  readonly isOwedNews: boolean;
}

/** The outcome of all steps: in full, and as it is sent to the agent. */
export interface Answer {
  /** The whole outcome, with notices about the settings. */
  readonly wanted: Outcome;
  /** The part of the outcome that the agent takes. */
  readonly sent: Outcome;
}

export function isRefused({ verdict }: Outcome): boolean {
  return verdict !== undefined && verdict.kind !== "allow";
}

/** Whether the model gets the context of this event. */
export function isHeard({ context, unheard }: Capabilities): boolean {
  return context && !unheard;
}

/** Whether the reply to this event may have to tell the model that undo, redo or restore put files back. */
export function isOwedNews(data: string | undefined, { sessionId }: HookEvent, capabilities: Capabilities): boolean {
  return isHeard(capabilities) && mayHaveNote(data, sessionId);
}

/**
 * The part of an outcome that the agent takes, together with texts that were kept at earlier events for the model and
 * the person.
 * @param problems sentences about the settings, for the person
 */
export async function deliverOutcome(
  io: Io,
  outcome: Outcome,
  { events, settings, standsIn, data }: OpenedEvents,
  { raw, detected: { dialect }, replyName, capabilities, isOwedNews: isOwed }: ReplyContext,
  problems: readonly string[],
  watch: Watch | undefined,
): Promise<Answer> {
  const [first] = events;
  // `notYetSaid` marks a sentence as said, so it is only called if the agent shows notices.
  const wanted =
    problems.length > 0 && capabilities.notice
      ? merge(outcome, { notice: notYetSaid(io, first.sessionId, problems) })
      : outcome;
  const contested =
    wanted.rewrite?.toolInput !== undefined && capabilities.rewrite.includes("toolInput") && !standsIn
      ? await (await import("./contested.ts")).contestedBy(io, first)
      : undefined;
  const whole = withUntold(wanted, capabilities, { io, data }, first);
  const delivered = deliver(
    whole,
    contested === undefined ? capabilities : { ...capabilities, contested },
    dialect.title,
  );
  const asks = delivered.verdict?.kind === "ask" && dialect.asks(replyName, raw);
  const { name } = events.find(({ isOpened }) => !isOpened) ?? first;
  const heard = addressed(delivered, name, capabilities, asks);
  const marked =
    heard.rewrite && heard.objections && !standsIn
      ? (await import("./tell-of-markers.ts")).tellOfMarkers(heard, io, first, capabilities)
      : heard;
  // Some agents drop the context of a refused call.
  const noted =
    isOwed && !isRefused(marked)
      ? merge(marked, await (await import("./tell-restored.ts")).tellRestored(io, first, settings, watch))
      : marked;
  const sent = standsIn || !noted.context ? noted : { ...noted, context: withinCeiling(noted.context) };
  return { wanted, sent };
}

/**
 * Keeps for later events of the session: the texts that the model was given, the texts that could not be sent, and the
 * rewritten arguments.
 */
export async function rememberAnswer(
  io: Io,
  { wanted, sent }: Answer,
  { events, settings, known }: OpenedEvents,
  { capabilities }: ReplyContext,
  lost: Outcome,
): Promise<void> {
  const [first] = events;
  const isRewritten = sent.rewrite?.toolInput !== undefined;
  if (isHeard(capabilities) && !isRefused(sent)) known.knownContext?.keep();
  if (isRewritten) (await import("./lost-rewrite.ts")).rememberRewrite(io, first, sent);
  keepRefusal(io, first, sent);
  if (!isHeard(capabilities)) {
    keepUntold(lost.context, io, first);
    if (isRewritten) keepUntold(wanted.rewriteContext, io, first);
    if (!capabilities.resumes) keepUntold(wanted.unfinished, io, first);
  }
  if (settings.strict) (await import("./settled.ts")).rememberSettled(io, events, sent);
}

/** Keeps which files a refused call would have harmed, so that a later call on these is asked about. */
function keepRefusal(io: Io, event: HookEvent, sent: Outcome): void {
  const { sessionId } = event;
  if (!sessionId || !isRefused(sent)) return;
  for (const { harm } of sent.objections ?? []) if (harm) keepRefusedPaths(io, { ...event, sessionId }, harm);
}

/** Keeps texts for the session's next event with context, if the agent takes none at this event. */
function keepUntold(texts: readonly string[] | undefined, io: Io, { dialect, sessionId }: HookEvent): void {
  if (texts && sessionId) tellLater(io, [dialect, sessionId], texts);
}

function withUntold(
  outcome: Outcome,
  capabilities: Capabilities,
  { io, data }: { readonly io: Io; readonly data: string | undefined },
  { dialect, sessionId }: HookEvent,
): Outcome {
  if (!sessionId) return outcome;
  const untold = isHeard(capabilities) ? takeUntold(io, [dialect, sessionId], data) : [];
  const ofPerson = capabilities.notice ? takeUntold(io, forPerson(dialect, sessionId), data) : [];
  if (untold.length + ofPerson.length === 0) return outcome;
  return merge(outcome, {
    ...(untold.length > 0 && { context: untold }),
    ...(ofPerson.length > 0 && { notice: ofPerson }),
  });
}

/**
 * Puts the verdict's text for the person (`person`) where the person reads it. It replaces the reason of a question, of
 * a refused prompt, conversation or settings file, and of a refusal by a lever, because the person reads that reason.
 * The reason of a refused call is for the model, so the person's text becomes a notice; if the agent shows no notices,
 * both read the model's text.
 */
function addressed(
  outcome: Outcome,
  name: EventName,
  { notice: notices, lever }: Capabilities,
  asks: boolean,
): Outcome {
  const { verdict, notice = [] } = outcome;
  if (verdict?.person === undefined || verdict.kind === "allow") return outcome;
  if (asks) return { ...outcome, verdict: { ...verdict, reason: questionOf(verdict) } };
  if (isBesideModel(name) || lever?.includes("refusal"))
    return { ...outcome, verdict: { ...verdict, reason: verdict.person } };
  return notices ? { ...outcome, notice: [...notice, verdict.person] } : outcome;
}

/** Whether only the person reads the reason of a refusal at this event, and not the model. */
function isBesideModel(name: EventName): boolean {
  const subject = subjectOf(name);
  return subject === "prompt" || subject === "messages" || subject === "settings";
}
