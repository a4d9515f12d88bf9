import type { Io } from "../kit/io.ts";
import { isObject, type JsonObject, type LosslessJson, parseLossless } from "../kit/json.ts";
import { showStack, UserError } from "../kit/user-error.ts";
import { stripBom } from "../kit/text.ts";
import { detectDialect, type Detected } from "../agents/codec/detect-dialect.ts";
import type { Dialect, Reply } from "../agents/codec/dialect.ts";
import { isAgentName } from "../agents/registry.ts";
import { merge, nothing, type Outcome, type Verdict } from "../agents/codec/outcome.ts";
import { whyOff } from "../worktree/doors/switch.ts";
import { ownWorld } from "../worktree/doors/trust.ts";
import { forgetRefusedCall, mayHaveRefusedPaths } from "../session/refused-paths.ts";
import { mayHaveRewritten } from "../session/rewritten-calls.ts";
import { dueIn } from "./deadline.ts";
import {
  deliverOutcome,
  isHeard,
  isOwedNews,
  isRefused,
  rememberAnswer,
  type ReplyContext,
} from "./deliver-outcome.ts";
import { openEvents, type OpenedEvents } from "./open-events.ts";
import { faultyEntries } from "./plan.ts";
import { planSteps, type PlannedSteps } from "./plan-steps.ts";
import type { HookRequest } from "./request.ts";
import { runAfterAll, runSteps } from "./run-steps.ts";
import type { Watch } from "./watch.ts";

/** The facts about an event so far. An error may occur at any stage, so each later field may be absent. */
interface Stages {
  /** The text of standard input. */
  text?: string;
  /** The payload, parsed from the text. */
  raw?: JsonObject;
  /** The dialect of the agent that sent the event. */
  detected?: Detected;
  /** The canonical events and the steps that answer them. */
  work?: Work;
}

type Work = OpenedEvents & PlannedSteps;

/** Answers one event: text, payload, dialect, events, steps, outcome, sent part, reply. Never throws. */
export async function dispatch(world: Io, request: HookRequest, watch?: Watch): Promise<Reply> {
  const due = dueIn(world);
  let { io } = due;
  const stages: Stages = {};
  const finish = (sent: Outcome) => finishEvent(io, stages, sent, watch);
  try {
    stages.text = stripBom(io.readStdin());
    const payload = parsePayload(stages.text);
    const raw = (stages.raw = payload.value);
    const detected = (stages.detected = await detectDialect(raw, request, io.env));
    const decoded = detected.dialect.decode(raw, detected.wireName);
    const own = await ownWorld(io, [decoded[0].cwd, folderOf(io)]);
    io = own.io;
    const off = whyOff(io);
    if (off) return (await import("./answer-off.ts")).answerOff(io, detected, raw, decoded[0], off);
    const opened = await openEvents({ ...due, ...own }, request, { ...detected, decoded }, watch);
    const work = (stages.work = { ...opened, ...(await planSteps(io, opened, raw, detected, watch)) });
    if (io.leaveToOther && work.steps.some(({ builtin }) => builtin.runsProgram || builtin.talks)) {
      io.leaveToOther();
      return silence(detected, raw);
    }
    const { sent, reply } = await answer(io, raw, detected, work, watch);
    await finish(sent);
    return { ...reply, stdout: payload.restore(reply.stdout), stderr: unknownAgent(request) + reply.stderr };
  } catch (error) {
    return answerError(io, request, stages, error, finish);
  }
}

/** Parses the payload. @throws Error if the text is no JSON, or no object */
function parsePayload(text: string): LosslessJson & { readonly value: JsonObject } {
  const json = parseLossless(text);
  const { value } = json;
  if (!isObject(value)) throw new Error("it is valid JSON but not an object.");
  return { ...json, value };
}

function folderOf(io: Io): string | undefined {
  try {
    return io.cwd;
  } catch {
    return undefined; // the folder was deleted
  }
}

/** Runs the steps, reduces their outcome to the parts that the agent takes, and encodes the reply. */
async function answer(
  io: Io,
  raw: JsonObject,
  detected: Detected,
  work: Work,
  watch: Watch | undefined,
): Promise<{ readonly sent: Outcome; readonly reply: Reply }> {
  const { dialect, wireName } = detected;
  const { events, settings, only, steps, data } = work;
  const problems = only ? settings.problems : [...settings.problems, ...(await faultyEntries(events, settings))];
  const replyName = wireName || steps[0]?.builtin.home || "";
  const capabilities = dialect.carries(replyName, raw, settings);
  const place: ReplyContext = {
    raw,
    detected,
    replyName,
    capabilities,
    isOwedNews: isOwedNews(data, events[0], capabilities),
  };
  const lost = await lostRewrite(io, work, dialect);
  await forgetRefusal(io, work);
  if (steps.length + problems.length === 0 && lost === nothing && !place.isOwedNews)
    return { sent: nothing, reply: silence(detected, raw) };
  const outcome = merge(await runSteps(steps, events, stepWorld(io, work, place), work.known, watch), lost);
  const answered = await deliverOutcome(io, outcome, work, place, problems, watch);
  await rememberAnswer(io, answered, work, place, lost);
  const { wanted, sent } = answered;
  watch?.delivers(wanted, asTaken(sent, { ...detected, wireName: replyName }, raw), capabilities);
  return { sent, reply: dialect.encode(sent, replyName, raw) };
}

function stepWorld(
  io: Io,
  { settings, standsIn }: OpenedEvents,
  { raw, detected: { dialect }, replyName, capabilities }: ReplyContext,
) {
  // Where an agent cannot ask, a question becomes a denial.
  const stops: Verdict["kind"][] = dialect.asks(replyName, raw) ? ["deny", "block"] : ["deny", "block", "ask"];
  return {
    io,
    settings,
    dropsNotices: !capabilities.notice,
    isUnheard: !isHeard(capabilities),
    standsIn,
    stops: capabilities.refusal ? stops : [],
  };
}

/** The reply if there is no outcome: empty for most agents, an explicit message for some. */
function silence({ dialect, wireName }: Detected, raw: JsonObject): Reply {
  return dialect.encode(nothing, wireName, raw);
}

/** Forgets that a call was refused if it has run since: the person allowed it. */
async function forgetRefusal(io: Io, { events }: OpenedEvents): Promise<void> {
  const event = events.find(({ name }) => name === "post_tool_use");
  if (!event?.sessionId || event.toolFailed || !mayHaveRefusedPaths(io, event.sessionId)) return;
  forgetRefusedCall(io, { ...event, sessionId: event.sessionId });
}

/** A notice if a call ran with a secret that snapveil had removed from its arguments. */
async function lostRewrite(io: Io, { events, data }: OpenedEvents, { title }: Dialect): Promise<Outcome> {
  const event = events.find(({ name }) => name === "tool_response_transform" || name === "post_tool_use");
  if (!event || !mayHaveRewritten(data, event.sessionId)) return nothing;
  return (await import("./lost-rewrite.ts")).tellLostRewrite(io, event, title);
}

/** Runs the steps that need the final answer, and keeps a refusal or redaction for `snapveil allow`. */
async function finishEvent(
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
function asTaken(sent: Outcome, { dialect, wireName }: Detected, raw: JsonObject): Outcome {
  const { verdict } = sent;
  return verdict?.kind !== "ask" || dialect.asks(wireName, raw)
    ? sent
    : { ...sent, verdict: { ...verdict, kind: "deny" } };
}

/** The reply after an error. A call or text that a guard should have checked is not let through. */
async function answerError(
  io: Io,
  request: HookRequest,
  { text = "", raw = {}, detected }: Stages,
  error: unknown,
  finish: (sent: Outcome) => Promise<void>,
): Promise<Reply> {
  // While snapveil is off no guard runs, so the event of an unreadable payload is not refused.
  if (!detected && whyOff((await ownWorld(io, [folderOf(io)])).io))
    return silence(await detectDialect(raw, request, io.env), raw);
  showStack(io, error);
  const { unanswered, withheld } = await import("./unanswered.ts");
  if (detected && !(error instanceof UserError)) return withheld(request, raw, detected, error, finish);
  return unanswered(request, detected ?? { text, env: io.env }, error);
}

/**
 * A message if the command line names an unknown agent, else an empty text. A newer version of snapveil may have
 * registered the hook, so the event is answered, in a dialect that is chosen by the payload.
 */
function unknownAgent({ agent }: HookRequest): string {
  if (agent === undefined || isAgentName(agent)) return "";
  return `snapveil: the agent "${agent}" is not known to this version; its payload decides how it is answered.\n`;
}
