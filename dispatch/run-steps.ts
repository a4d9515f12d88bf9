import type { Io } from "../kit/io.ts";
import { stackOf } from "../kit/stack-of.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { merge } from "../protocol/merge.ts";
import { nothing, type Outcome, type Rewrite } from "../protocol/outcome.ts";
import type { Settings } from "../worktree/settings.ts";
import { failedOutcome } from "./failed-outcome.ts";
import type { Step } from "./plan.ts";
import type { Watch } from "./watch.ts";

/** Runs the steps one after the other; each sees the event as the rewrites before it left it. */
export async function runSteps(steps: readonly Step[], events: readonly HookEvent[], io: Io, settings: Settings, watch?: Watch): Promise<Outcome> {
  let outcome = nothing;
  for (const step of steps) {
    const event = rewritten(events[step.eventIndex]!, outcome.rewrite);
    if (watch?.runs(step, event) === false) continue;
    const said = await runStep(step, event, io, settings, watch);
    watch?.says(step, event, said);
    outcome = merge(outcome, said);
  }
  return outcome;
}

async function runStep({ builtin, args, origin }: Step, event: HookEvent, io: Io, settings: Settings, watch: Watch | undefined): Promise<Outcome> {
  try {
    const handler = await builtin.load();
    return await handler(event, { args, io, settings, origin, found: watch?.found });
  } catch (error) {
    if (io.env["DEBUG"]?.includes("snapveil")) io.writeStderr(`${stackOf(error)}\n`);
    return failedOutcome(builtin, event, error);
  }
}

function rewritten(event: HookEvent, rewrite: Rewrite | undefined): HookEvent {
  if (!rewrite) return event;
  const { prompt, ...parts } = rewrite;
  return { ...event, ...parts, ...(prompt !== undefined && "prompt" in event && { prompt }) } as HookEvent;
}
