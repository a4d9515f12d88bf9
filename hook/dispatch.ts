import { isCarried } from "../builtins/planned.ts";
import type { Io } from "../kit/io.ts";
import { isObject, type JsonObject, parseLossless } from "../kit/json.ts";
import { showStack, UserError } from "../kit/user-error.ts";
import { stripBom } from "../kit/text.ts";
import { addressed } from "../agents/codec/address.ts";
import { deliver } from "../agents/codec/deliver.ts";
import { detectDialect, type Detected } from "../agents/codec/detect-dialect.ts";
import type { Carriage, Dialect, DialectOptions, Reply } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { isAgentName } from "../agents/registry.ts";
import { merge, nothing, type Outcome } from "../agents/codec/outcome.ts";
import { forgetTails } from "../redactors/memory/tails.ts";
import { readSettings } from "../worktree/read-settings.ts";
import type { Settings } from "../worktree/settings.ts";
import { whyOff } from "../worktree/switch.ts";
import { mayHaveNote } from "../worktree/restored-notes.ts";
import { ownWorld, type OwnWorld } from "../worktree/trust/our-variables.ts";
import { mayHaveRewritten } from "../worktree/rewritten-calls.ts";
import { forPerson, notYetSaid, takeUntold, tellLater } from "../worktree/said.ts";
import { dueIn, type Due } from "./deadline.ts";
import { faultyEntries, plan, withoutRepeats, withoutTwins, type PlannedStep } from "./plan.ts";
import { runAfterAll, runSteps, type Watch } from "./run-steps.ts";
import { withinCeiling } from "./ceiling.ts";
import type { Known } from "./tell-news.ts";
import { toldIn } from "./told-in.ts";
import { withOpened } from "./with-opened.ts";

/** The command line of a hook. */
export interface HookRequest {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly args: readonly string[];
}

/** The life of one event: parse, choose the dialect, decode, plan, run, merge, deliver, encode. Never throws. */
export async function dispatch(world: Io, request: HookRequest, watch?: Watch): Promise<Reply> {
  const due = dueIn(world);
  let { io } = due;
  let text = "";
  let raw: JsonObject = {};
  let detected: Detected | undefined;
  let work: Work | undefined;
  const finish = async (sent: Outcome) => {
    if (!detected || !work) return;
    const { last, events, settings } = work;
    const taken = asTaken(sent, detected, raw);
    const isLogged = settings.logRefusals && (isRefused(taken) || sent.objections !== undefined);
    const refusal = isLogged ? await import("./keep-refusal.ts") : undefined;
    const id = refusal?.refusalId(events[0], io);
    await runAfterAll(last, events, io, settings, { outcome: taken, ...(id !== undefined && { id }) }, watch);
    if (refusal && id !== undefined) await refusal.keepRefusal(events, io, settings, { outcome: taken, id });
  };
  try {
    text = stripBom(io.readStdin());
    const json = parseLossless(text);
    if (!isObject(json.value)) throw new Error("it is valid JSON but not an object.");
    raw = json.value;
    detected = await detectDialect(raw, request, io.env);
    const decoded = detected.dialect.decode(raw, detected.wireName);
    const own = await ownWorld(io, [decoded[0].cwd, folderOf(io)]);
    io = own.io;
    const off = whyOff(io);
    if (off) return (await import("./answer-off.ts")).answerOff(io, detected, raw, decoded[0], off);
    work = await planWork({ ...due, ...own }, request, raw, { ...detected, decoded }, watch);
    const { sent, reply } = await answer(io, raw, detected, work, watch);
    await finish(sent);
    return { ...reply, stdout: json.restore(reply.stdout), stderr: unknownAgent(request) + reply.stderr };
  } catch (error) {
    // Nothing guards now, so an unreadable payload passes.
    if (!detected && whyOff((await ownWorld(io, [folderOf(io)])).io))
      return silence(await detectDialect(raw, request, io.env), raw);
    showStack(io, error);
    const { unanswered, withheld } = await import("./unanswered.ts");
    if (detected && !(error instanceof UserError)) return withheld(request, raw, detected, error, finish);
    return unanswered(request, detected ?? { text, env: io.env }, error);
  }
}

function folderOf(io: Io): string | undefined {
  try {
    return io.cwd;
  } catch {
    return undefined; // it is gone
  }
}

/** No answer in most dialects; some want to hear that there is nothing to say. */
function silence({ dialect, wireName }: Detected, raw: JsonObject): Reply {
  return dialect.encode(nothing, wireName, raw);
}

/** The events of a payload and the steps to run for them. */
interface Work {
  readonly events: readonly [HookEvent, ...HookEvent[]];
  readonly settings: Settings & DialectOptions;
  /** The command line names the one builtin that runs. */
  readonly isNamed: boolean;
  /** It names no agent beside it: see `Call`. */
  readonly standsIn: boolean;
  readonly known: Known;
  readonly steps: readonly PlannedStep[];
  /** Steps that get the final answer and run after it. */
  readonly last: readonly PlannedStep[];
}

/** Decodes the payload, and plans by the settings or the command line the steps to run for it. */
async function planWork(
  { io, set, left }: Due & OwnWorld,
  request: HookRequest,
  raw: JsonObject,
  detected: Detected & { readonly decoded: readonly [HookEvent, ...HookEvent[]] },
  watch: Watch | undefined,
): Promise<Work> {
  const { dialect, wireName, decoded } = detected;
  set(undefined, dialect, wireName);
  const only = request.builtin === undefined ? undefined : { name: request.builtin, args: request.args };
  const standsIn = only !== undefined && request.agent === undefined;
  const told = standsIn ? undefined : toldIn(io, decoded);
  const whole = only ? decoded : withOpened(io, decoded, told);
  const read = await settingsOf(io, whole[0], dialect);
  const own = left.length === 0 ? read : { ...read, problems: [...left, ...read.problems] };
  const settings = watch ? { ...own, ...watch.settings(own) } : own;
  set(settings.deadline, dialect, wireName);
  const opened = isPlainTool(whole[0].toolName)
    ? whole
    : await (await import("./plain-tool.ts")).withPlainTool(whole, { io, settings });
  const events = settings.strict ? (await import("./settled.ts")).withoutSettled(io, opened) : opened;
  await forgetEnded(io, opened[0]);
  if (opened.some(({ name }) => name === "session_start"))
    (await import("../worktree/trust/agents-at-work.ts")).noteAgentAtWork(io);
  const planned = (await plan(events, settings, only)).filter((step) => fits(step, events, detected, raw, settings));
  const heard = (await isToldElsewhere(io, planned, opened[0]))
    ? planned.filter(({ builtin }) => builtin.leg !== "context")
    : planned;
  const matching = heard.some(({ matchers }) => matchers)
    ? (await import("./match-steps.ts")).matchSteps(heard, events, io, watch)
    : heard;
  const steps = withoutRepeats(matching.filter(({ builtin }) => !builtin.afterAll));
  const last = withoutTwins(matching.filter(({ builtin }) => builtin.afterAll));
  const known = { told, tells: dialect.tells, readInstead: dialect.readInstead?.(io.env), title: dialect.title };
  return { events, settings, isNamed: only !== undefined, standsIn, known, steps, last };
}

/**
 * The settings for an event. Our mod reports in an event of its own; it changes the settings of the agent's other
 * hooks.
 */
async function settingsOf(io: Io, event: HookEvent, { takesMod }: Dialect): Promise<Settings & DialectOptions> {
  const { onlyMessages, tellsOfFailure, sessionId, cwd } = event;
  const settings = await readSettings(io, cwd);
  if (!onlyMessages && !(tellsOfFailure && takesMod)) return settings;
  const { isModLive, noteMod } = await import("../worktree/live-mod.ts");
  if (onlyMessages) noteMod(io, sessionId);
  return { ...settings, hasMod: isModLive(io, sessionId) };
}

/** Whether a tool's name is a name and no token, which nearly always has a digit: a look that spares most events more. */
function isPlainTool(name: string | undefined): boolean {
  return name === undefined || name.length < 8 || !/\d/.test(name);
}

/** Whether this is a plugin's hook, and the one that `install` registered gives the model the same texts. */
async function isToldElsewhere(io: Io, steps: readonly PlannedStep[], { dialect, cwd }: HookEvent): Promise<boolean> {
  if (!io.env["SNAPVEIL_PLUGIN"] || !steps.some(({ builtin }) => builtin.leg === "context")) return false;
  return (await import("./beside-install.ts")).isBesideInstall(io, dialect, cwd);
}

/** Runs the steps, merges their outcomes, and encodes the part that the agent carries in its own words. */
async function answer(
  io: Io,
  raw: JsonObject,
  detected: Detected,
  { events, settings, isNamed, standsIn, known, steps }: Work,
  watch: Watch | undefined,
): Promise<{ sent: Outcome; reply: Reply }> {
  const { dialect, wireName } = detected;
  const problems = isNamed ? settings.problems : [...settings.problems, ...(await faultyEntries(events, settings))];
  const replyName = wireName || steps[0]?.builtin.home || "";
  const carriage = dialect.carries(replyName, raw, settings);
  const mayTell = isHeard(carriage) && mayHaveNote(io, events[0].sessionId);
  const lost = await lostRewrite(io, events, dialect);
  if (steps.length === 0 && problems.length === 0 && !mayTell && lost === nothing)
    return { sent: nothing, reply: silence(detected, raw) };
  const world = { io, settings, dropsNotices: !carriage.notice, standsIn };
  const outcome = merge(await runSteps(steps, events, world, known, watch), lost);
  // An agent that drops notices gets none: the notice would count as said, and nobody would have read it.
  const told =
    problems.length > 0 && carriage.notice
      ? merge(outcome, { notice: notYetSaid(io, events[0].sessionId, problems) })
      : outcome;
  const contested =
    told.rewrite?.toolInput !== undefined && carriage.rewrite.includes("toolInput") && !standsIn
      ? await (await import("./contested.ts")).contestedBy(io, events[0])
      : undefined;
  const whole = withUntold(told, carriage, io, events[0]);
  const delivered = deliver(whole, contested === undefined ? carriage : { ...carriage, contested }, dialect.title);
  const asks = delivered.verdict?.kind === "ask" && dialect.asks(replyName, raw);
  const { name } = events.find(({ isOpened }) => !isOpened) ?? events[0];
  const heard = addressed(delivered, name, carriage, asks);
  const own =
    heard.rewrite && heard.objections && !standsIn
      ? (await import("./tell-of-markers.ts")).tellOfMarkers(heard, io, events[0], carriage)
      : heard;
  // Some agents drop the model's context beside a refusal.
  const noted =
    mayTell && !isRefused(own)
      ? merge(own, await (await import("./tell-restored.ts")).tellRestored(io, events[0], settings, watch))
      : own;
  const sent = standsIn || !noted.context ? noted : { ...noted, context: withinCeiling(noted.context) };
  if (isHeard(carriage) && !isRefused(sent)) known.told?.keep();
  if (sent.rewrite?.toolInput !== undefined) (await import("./lost-rewrite.ts")).rememberRewrite(io, events[0], sent);
  if (!isHeard(carriage)) {
    keepUntold(lost.context, io, events[0]);
    if (sent.rewrite?.toolInput !== undefined) keepUntold(told.rewriteContext, io, events[0]);
    if (!carriage.resumes) keepUntold(told.unfinished, io, events[0]);
  }
  if (settings.strict && carriage.rewrite.includes("toolResponse"))
    (await import("./settled.ts")).rememberSettled(io, events, sent);
  watch?.delivers(told, asTaken(sent, { ...detected, wireName: replyName }, raw), carriage);
  return { sent, reply: dialect.encode(sent, replyName, raw) };
}

/** What is told after a call that ran with what our answer to it had taken out of its arguments. */
async function lostRewrite(io: Io, events: readonly HookEvent[], { title }: Dialect): Promise<Outcome> {
  const event = events.find(({ name }) => name === "tool_response_transform" || name === "post_tool_use");
  if (!event || !mayHaveRewritten(io, event.sessionId)) return nothing;
  return (await import("./lost-rewrite.ts")).tellLostRewrite(io, event, title);
}

/** Whether a builtin has anything to do at an event of this agent's, whatever its matchers say. */
function fits(
  { builtin, eventIndex }: PlannedStep,
  events: readonly HookEvent[],
  { dialect, wireName }: Detected,
  raw: JsonObject,
  settings: Settings,
): boolean {
  // A stood-in event is over: a builtin that records or rewrites at it would attribute later changes to it.
  const { isOpened, isAgain, onlyMessages, readsHooksAnew, name } = events[eventIndex]!;
  if (builtin.whereHooksChange && !readsHooksAnew) return false;
  if (isOpened && (builtin.events || builtin.afterAll)) return false;
  if (isAgain && builtin.leg !== "context") return false;
  if (onlyMessages && (typeof builtin.leg !== "object" || builtin.leg[name] !== "messages")) return false;
  return isCarried(builtin, () => dialect.carries(wireName || builtin.home, raw, settings));
}

/** The outcome as the agent takes it: a question becomes a refusal if the agent cannot ask the person. */
function asTaken(sent: Outcome, { dialect, wireName }: Detected, raw: JsonObject): Outcome {
  const { verdict } = sent;
  return verdict?.kind !== "ask" || dialect.asks(wireName, raw)
    ? sent
    : { ...sent, verdict: { ...verdict, kind: "deny" } };
}

/** Deletes the state that is kept for as long as a session lasts, or a call whose output comes in pieces. */
async function forgetEnded(io: Io, { name, sessionId, toolUseId, streamsOutput }: HookEvent): Promise<void> {
  if (!sessionId) return;
  if (name === "session_end") return (await import("./forget-session.ts")).forgetSession(io, sessionId);
  if (name === "post_tool_use" && streamsOutput && toolUseId) forgetTails(io, sessionId, toolUseId);
}

function isRefused({ verdict }: Outcome): boolean {
  return verdict !== undefined && verdict.kind !== "allow";
}

/** Whether the model hears this event's context. */
function isHeard({ context, unheard }: Carriage): boolean {
  return context && !unheard;
}

/**
 * Keeps notes about rewritten arguments, or about a turn that ended too early, for a later event: some agents take no
 * context at this one.
 */
function keepUntold(texts: readonly string[] | undefined, io: Io, { dialect, sessionId }: HookEvent): void {
  if (texts && sessionId) tellLater(io, [dialect, sessionId], texts);
}

function withUntold(outcome: Outcome, carriage: Carriage, io: Io, { dialect, sessionId }: HookEvent): Outcome {
  const untold = sessionId && isHeard(carriage) ? takeUntold(io, [dialect, sessionId]) : [];
  if (untold.length === 0) return outcome;
  const ofPerson = carriage.notice ? takeUntold(io, forPerson(dialect, sessionId!)) : [];
  return merge(outcome, { context: untold, ...(ofPerson.length > 0 && { notice: ofPerson }) });
}

/**
 * A registration written by a newer version is no reason to lock its user out: the payload decides, and this is said.
 */
function unknownAgent({ agent }: HookRequest): string {
  if (agent === undefined || isAgentName(agent)) return "";
  return `snapveil: the agent "${agent}" is not known to this version; its payload decides how it is answered.\n`;
}
