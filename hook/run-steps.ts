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
 * Runs the steps one after the other; each sees the event as the rewrites before it left it. Guards run first, so that
 * no other builtin takes their time; the outcomes are still merged in the order of the registry.
 */
export async function runSteps(
  steps: readonly PlannedStep[],
  events: readonly HookEvent[],
  world: Pick<Call, "io" | "settings" | "dropsNotices" | "standsIn">,
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
    const outcome = onlyNews(step, await runStep(step, event, { ...world, ...heard, isRecorded }, watch), known);
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
  // A guard that is named elsewhere objects to the rewritten call.
  if (isReplaced && unheard) return merge(sum, { verdict: { kind: "deny", reason: unheard.reason } });
  return objection && sum.verdict?.kind === "allow" ? withoutVerdict(sum) : sum;
}

/** An outcome without a reason that another guard has given for the same call. */
function saidOnce(outcome: Outcome, reasons: Set<string>): Outcome {
  const { verdict } = outcome;
  if (!verdict) return outcome;
  const { kind, reason } = verdict;
  if (reasons.has(`${kind} ${reason}`)) return { ...outcome, verdict: { kind, reason: "" } };
  reasons.add(`${kind} ${reason}`);
  return outcome;
}

/** Whether a checkpoint was begun for a call before the agent asks about it. */
function isRecordedBefore(settings: Settings): boolean {
  return planned("pre_tool_use", settings).some(({ name }) => builtinNamed(name)?.leg === "snapshot");
}

/** The reason why a guard does not let a call pass as it is; a secret that it takes out is a reason as well. */
function objectionIn({ verdict, rewrite }: Outcome): Verdict | undefined {
  if (verdict && verdict.kind !== "allow") return verdict;
  return rewrite?.toolInput === undefined ? undefined : { kind: "ask", reason: "It holds a secret." };
}

function withoutVerdict({ verdict: _verdict, ...rest }: Outcome): Outcome {
  return rest;
}

/** Runs the steps that get the final answer. Their outcomes and failures do not change that answer. */
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
 * A builtin's notice can name files and folders, and a name can hold a secret. The sentence about a failed builtin is
 * made of our own words, which need no search.
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

/** The values of an entry's `on_failure` in the words of the builtins' table. */
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
    // Only closed builtins are ended in the middle of their work. Open ones may hold locks and files then; the git that
    // they wait for is stopped in time.
    if (left() < 1) throw new TooSlow();
    const isEnded = builtin.failure === "closed";
    const outcome = await inTime(left, isEnded ? runWithin(io.workLeft?.() ?? left(), work) : work());
    return await withCleanNotice(named(outcome, builtin.name), event, io, settings);
  } catch (error) {
    showStack(io, error);
    const { failedOutcome } = await import("./unanswered.ts");
    const failure = onFailure ? FAILURES[onFailure] : builtin.failure;
    return failedOutcome({ ...builtin, failure, refuses: onFailure === "deny" }, event, error);
  }
}

/** The outcome with the guard's name at each objection. */
function named(outcome: Outcome, guard: string): Outcome {
  const { objections } = outcome;
  return objections ? { ...outcome, objections: objections.map((one) => ({ guard, ...one })) } : outcome;
}

function rewritten(event: HookEvent, rewrite: Rewrite | undefined): HookEvent {
  if (!rewrite) return event;
  const { prompt, ...parts } = rewrite;
  return { ...event, ...parts, ...(prompt !== undefined && "prompt" in event && { prompt }) } as HookEvent;
}
