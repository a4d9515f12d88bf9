import type { Io } from "../kit/io.ts";
import { isObject, type JsonObject, type LosslessJson, parseLossless } from "../kit/json.ts";
import { showStack, UserError } from "../kit/user-error.ts";
import { stripBom } from "../kit/text.ts";
import { detectDialect, type Detected } from "../agents/codec/detect-dialect.ts";
import type { Reply } from "../agents/codec/dialect.ts";
import { isAgentName } from "../agents/registry.ts";
import { merge, nothing, type Outcome, type Verdict } from "../agents/codec/outcome.ts";
import { whyOff } from "../worktree/doors/switch.ts";
import { ownWorld } from "../worktree/doors/trust.ts";
import { dueIn } from "./deadline.ts";
import { deliverOutcome, isHeard, isOwedNews, rememberAnswer, type ReplyContext } from "./deliver-outcome.ts";
import { openEvents, type OpenedEvents } from "./open-events.ts";
import { faultyEntries } from "./plan.ts";
import { planSteps } from "./plan-steps.ts";
import type { HookRequest } from "./request.ts";
import { runSteps } from "./run-steps.ts";
import type { Watch } from "./watch.ts";
import { finishEvent, lostRewrite, forgetRefusal, asTaken } from "./finish-event.ts";
import type { Stages, Work } from "./stages.ts";

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
