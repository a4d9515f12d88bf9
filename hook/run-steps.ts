import type { HookEvent } from "../agents/codec/hook-event.ts";
import { merge, nothing, type Outcome, type Rewrite, type Verdict } from "../agents/codec/outcome.ts";
import { builtinNamed, planned, type Call } from "../builtins/doors/table.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { Io } from "../kit/io.ts";
import { runWithin, TooSlow } from "../kit/run-within.ts";
import { showStack } from "../kit/user-error.ts";
import { inTime, withGrace, withTimeout } from "./deadline.ts";
import type { PlannedStep } from "./plan.ts";
import { canonicalOf } from "./request.ts";
import { onlyNews, readByAgent, whyKnown, type Known } from "./tell-news.ts";
import type { Watch } from "./watch.ts";

/**
 * Runs the steps one after the other; each gets the event as rewritten by earlier steps. Guards run first, so that the
 * deadline does not stop them because of another builtin. Outcomes are merged in registry order.
 */
export async function runSteps(
  steps: readonly PlannedStep[],
  events: readonly HookEvent[],
  {
    stops,
    ...world
  }: Pick<Call, "io" | "settings" | "dropsNotices" | "isUnheard" | "standsIn"> & {
    /** The verdicts by which the agent does not run a call. */
    readonly stops?: readonly Verdict["kind"][];
  },
  known: Known,
  watch?: Watch,
): Promise<Outcome> {
  const said = new Map<PlannedStep, Outcome>();
  let rewrite: Rewrite | undefined;
  let objection: Verdict | undefined;
  let unheard: Verdict | undefined;
  let isReplaced = false;
  for (const step of [...steps.filter(isGuard), ...steps.filter((one) => !isGuard(one))]) {
    const event = rewritten(events[step.eventIndex]!, rewrite);
    const why = whyKnown(step, known);
    if (why !== undefined) watch?.skips(step, event, why);
    if (why !== undefined || watch?.runs(step, event) === false) continue;
    const isRecorded =
      steps.some(({ eventIndex, builtin }) => eventIndex === step.eventIndex && builtin.leg === "snapshot") ||
      (event.name === "permission_request" && isRecordedBefore(world.settings));
    const heard = { knownContext: known.knownContext, readByAgent: readByAgent(step, known) };
    const isRefused = [...said.values()].some(({ verdict }) => verdict && stops?.includes(verdict.kind));
    const given = { ...world, ...heard, isRecorded, ...(isRefused && { isRefused }) };
    const outcome = onlyNews(step, await runStep(step, event, given, watch), known);
    watch?.says(step, event, outcome);
    if (!step.builtin.approves) objection ??= objectionIn(outcome);
    else if (outcome.rewrite?.toolInput !== undefined) isReplaced = true;
    if (step.onlyObjects) {
      unheard ??= objectionIn(outcome);
      continue;
    }
    if (outcome.rewrite) rewrite = Object.assign({}, rewrite, outcome.rewrite);
    said.set(step, outcome);
  }
  const reasons = new Set<string>();
  const sum = steps.reduce((before, step) => merge(before, saidOnce(said.get(step) ?? nothing, reasons)), nothing);
  // A guard that the settings do not name for this event objects to the rewritten call, so the rewrite is refused.
  if (isReplaced && unheard) return merge(sum, { verdict: { kind: "deny", reason: unheard.reason } });
  return objection && sum.verdict?.kind === "allow" ? withoutVerdict(sum) : sum;
}

/** An outcome without its reason if another guard gave the same reason for the call. */
function saidOnce(outcome: Outcome, reasons: Set<string>): Outcome {
  const { verdict } = outcome;
  if (!verdict) return outcome;
  const { kind, reason } = verdict;
  if (reasons.has(`${kind} ${reason}`)) return { ...outcome, verdict: { kind, reason: "" } };
  reasons.add(`${kind} ${reason}`);
  return outcome;
}

/** Whether, by the settings, a checkpoint is begun before the agent asks the person about a call. */
function isRecordedBefore(settings: Settings): boolean {
  return planned("pre_tool_use", settings).some(({ name }) => builtinNamed(name)?.leg === "snapshot");
}

/**
 * The reason why a guard does not let a call pass unchanged: its verdict, or its removal of a secret from the
 * arguments; `undefined` if the guard does not object.
 */
function objectionIn({ verdict, rewrite }: Outcome): Verdict | undefined {
  if (verdict && verdict.kind !== "allow") return verdict;
  return rewrite?.toolInput === undefined ? undefined : { kind: "ask", reason: "It holds a secret." };
}

function withoutVerdict({ verdict: _verdict, ...rest }: Outcome): Outcome {
  return rest;
}

/** Runs the steps that need the final answer. Their outcomes and errors do not change it. */
export async function runAfterAll(
  steps: readonly PlannedStep[],
  events: readonly HookEvent[],
  io: Io,
  settings: Settings,
  answered: Pick<NonNullable<Call["answered"]>, "outcome" | "id">,
  watch?: Watch,
): Promise<void> {
  const late = withGrace(io);
  const canonical = canonicalOf(events);
  for (const step of steps) {
    const event = events[step.eventIndex]!;
    if (watch?.runs(step, event) !== false)
      await runStep(step, event, { io: late, settings, answered: { ...answered, canonical } }, watch);
  }
}

/**
 * Redacts a builtin's notice, because it may name files and folders whose names hold a secret. The sentence about a
 * failed builtin needs no redaction, because it quotes nothing.
 */
async function withCleanNotice(outcome: Outcome, { cwd }: HookEvent, io: Io, settings: Settings): Promise<Outcome> {
  if (!outcome.notice) return outcome;
  try {
    const { findSecrets } = await import("../redactors/doors/find-secrets.ts");
    return { ...outcome, notice: (await findSecrets([...outcome.notice], { io, settings }, cwd, {})).value };
  } catch {
    return {
      ...outcome,
      notice: ["snapveil: a notice is left out, since it could not be searched for secrets. See: snapveil status"],
    };
  }
}

/** Value of `on_failure` → word of the builtins' table. */
const FAILURES = { allow: "open", ask: "ask", deny: "closed" } as const;

function isGuard({ builtin }: PlannedStep): boolean {
  return builtin.failure === "closed";
}

async function runStep(
  { builtin, args, origin, timeout, onFailure }: PlannedStep,
  event: HookEvent,
  { io: world, settings, isRecorded = false, ...more }: Omit<Call, "args" | "origin">,
  watch: Watch | undefined,
): Promise<Outcome> {
  const io = timeout === undefined ? world : withTimeout(world, timeout);
  try {
    const { default: handler } = await builtin.load();
    const left = () => io.timeLeft?.() ?? Infinity;
    const seen = { found: watch?.found, remark: watch?.remark };
    const work = () => handler(event, { args, io, settings, origin, isRecorded, ...more, ...seen });
    // Only closed builtins are stopped in the middle of their work. An open one may hold locks and half-written files;
    // the git that it waits for is stopped at the deadline.
    if (left() < 1) throw new TooSlow();
    const isEnded = builtin.failure === "closed";
    const outcome = await inTime(left, isEnded ? runWithin(io.workLeft?.() ?? left(), work) : work());
    return await withCleanNotice(named(outcome, builtin.name), event, io, settings);
  } catch (error) {
    showStack(io, error);
    if (error instanceof TooSlow) io.leftUnfinished?.();
    const { failedOutcome } = await import("./unanswered.ts");
    const failure = onFailure ? FAILURES[onFailure] : builtin.failure;
    return failedOutcome({ ...builtin, failure, refuses: onFailure === "deny" }, event, error);
  }
}

/** The outcome with the guard's name in each objection. */
function named(outcome: Outcome, guard: string): Outcome {
  const { objections } = outcome;
  return objections ? { ...outcome, objections: objections.map((one) => ({ guard, ...one })) } : outcome;
}

function rewritten(event: HookEvent, rewrite: Rewrite | undefined): HookEvent {
  if (!rewrite) return event;
  const { prompt, ...parts } = rewrite;
  return { ...event, ...parts, ...(prompt !== undefined && "prompt" in event && { prompt }) } as HookEvent;
}
