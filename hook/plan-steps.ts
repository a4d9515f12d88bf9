import { isCarried } from "../builtins/doors/table.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import type { Detected } from "../agents/codec/detect-dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { OpenedEvents } from "./open-events.ts";
import { plan, withoutRepeats, withoutTwins, type PlannedStep } from "./plan.ts";
import type { Watch } from "./watch.ts";

/** The builtins that answer the events of a payload. */
export interface PlannedSteps {
  readonly steps: readonly PlannedStep[];
  /** Steps that run after the answer is final, with the answer as input. */
  readonly last: readonly PlannedStep[];
}

/** Chooses the builtins by the settings or the command line, without those that can do nothing at these events. */
export async function planSteps(
  io: Io,
  { events, settings, only }: OpenedEvents,
  raw: JsonObject,
  detected: Detected,
  watch: Watch | undefined,
): Promise<PlannedSteps> {
  const planned = (await plan(events, settings, only)).filter((step) => fits(step, events, detected, raw, settings));
  const heard = (await isToldElsewhere(io, planned, events[0]))
    ? planned.filter(({ builtin }) => builtin.leg !== "context")
    : planned;
  const matching = heard.some(({ matchers }) => matchers)
    ? (await import("./match-steps.ts")).matchSteps(heard, events, io, watch)
    : heard;
  return {
    steps: withoutRepeats(matching.filter(({ builtin }) => !builtin.afterAll)),
    last: withoutTwins(matching.filter(({ builtin }) => builtin.afterAll)),
  };
}

/** Whether a plugin runs this hook, and a hook that `install` registered gives the same texts to the model. */
async function isToldElsewhere(io: Io, steps: readonly PlannedStep[], { dialect, cwd }: HookEvent): Promise<boolean> {
  if (!io.env["SNAPVEIL_PLUGIN"] || !steps.some(({ builtin }) => builtin.leg === "context")) return false;
  return (await import("./beside-install.ts")).isBesideInstall(io, dialect, cwd);
}

/** Whether a builtin can do anything at an event of this agent; its matchers are not considered. */
function fits(
  { builtin, eventIndex }: PlannedStep,
  events: readonly HookEvent[],
  { dialect, wireName }: Detected,
  raw: JsonObject,
  settings: Settings,
): boolean {
  // A builtin that records does not run at an opened event. The event lies in the past, and changes made since would be
  // attributed to it.
  const { isOpened, isAgain, onlyMessages, readsHooksAnew, name } = events[eventIndex]!;
  if (builtin.whereHooksChange && !readsHooksAnew) return false;
  if (isOpened && (builtin.events || builtin.afterAll)) return false;
  if (isAgain && builtin.leg !== "context") return false;
  if (onlyMessages && (typeof builtin.leg !== "object" || builtin.leg[name] !== "messages")) return false;
  return isCarried(builtin, name, () => dialect.carries(wireName || builtin.home, raw, settings));
}
